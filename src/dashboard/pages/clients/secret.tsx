interface Props {
  readonly clientId: string;
  readonly secret: string;
}

/** Shown once: it is neither kept in the browser nor asked for again. */
export function Secret({ clientId, secret }: Props) {
  return (
    <div className="form">
      <p>Copy the secret now. It is not shown again.</p>
      <dl className="facts">
        <div>
          <dt>Client ID</dt>
          <dd>
            <code>{clientId}</code>
          </dd>
        </div>
        <div>
          <dt>Client secret</dt>
          <dd>
            <code>{secret}</code>
          </dd>
        </div>
      </dl>
      <p className="muted small">
        With both, <a href="docs/authentication">a program gets its tokens</a>, and a person signs in here.
      </p>
      <p className="row end">
        <button type="button" onClick={() => void navigator.clipboard?.writeText(secret)}>
          Copy the secret
        </button>
      </p>
    </div>
  );
}
