import { Link } from '@tanstack/react-router';

interface Props {
  readonly secret: string;
  /** The number of the webhook that was made, which leads to its page. */
  readonly webhook?: number;
}

/** Shown once: it is neither kept in the browser nor asked for again. */
export function Secret({ secret, webhook }: Props) {
  return (
    <div className="form">
      <p>Copy the secret now. Your server checks signatures with it. It is not shown again.</p>
      <p>
        <code>{secret}</code>
      </p>
      <p className="muted small">
        Requests are signed as Standard Webhooks define it: <a href="docs/webhooks">how to check them</a>.
      </p>
      <p className="row end">
        <button type="button" onClick={() => void navigator.clipboard?.writeText(secret)}>
          Copy the secret
        </button>
        {webhook !== undefined && (
          <Link to="/webhooks/$id" params={{ id: String(webhook) }} className="button">
            Open the webhook
          </Link>
        )}
      </p>
    </div>
  );
}
