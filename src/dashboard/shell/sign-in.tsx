import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Proof, signIn } from '../api/session.ts';
import { AlertNote } from '../parts/dialogs/alert-note.tsx';
import { Elsewhere } from './elsewhere.tsx';

/** The code of a sign-in link: `#/sign-in?code=…`. */
export function codeIn(address: string): string | undefined {
  const [, query] = /#\/sign-in\?(.*)$/s.exec(address.trim()) ?? [];
  return query === undefined ? undefined : (new URLSearchParams(query).get('code') ?? undefined);
}

export const codeInAddress = (): string | undefined => codeIn(location.hash);

/** Used once, it is of no more use in the address or the history. */
const forgetCode = () => history.replaceState(null, '', '#/');

interface Props {
  /** Somebody was signed in until now. */
  readonly isEnded: boolean;
  readonly onDone: () => void;
}

export function SignIn({ isEnded, onDone }: Props) {
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const tried = useRef(false);

  async function attempt(proof: Proof) {
    setBusy(true);
    setRefusal(undefined);
    try {
      await signIn(proof);
      onDone();
    } catch (error) {
      setRefusal((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a code works once, so it is tried once
  useEffect(() => {
    const code = codeInAddress();
    if (code === undefined || tried.current) return;
    tried.current = true;
    forgetCode();
    void attempt({ code });
  }, []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const field = (name: string) => String(given.get(name) ?? '').trim();
    void attempt({ clientId: field('clientId'), clientSecret: field('clientSecret') });
  }

  return (
    <main className="sign-in">
      <div className="card" aria-busy={isBusy}>
        <p className="brand">
          <Mark /> Flightline
        </p>
        <h1>Sign in</h1>
        <p className="muted">
          Ask your administrator for them: they are your user name and password here. With a sign-in link you
          need neither.
        </p>
        {isEnded && !refusal && (
          <p className="note warn" role="status">
            Your session has ended: it was not used for an hour, is older than 12 hours, or its client was
            revoked. Sign in again to go on where you were.
          </p>
        )}
        <AlertNote>{refusal}</AlertNote>
        <form onSubmit={submit}>
          <label>
            Client ID
            <input
              name="clientId"
              required
              autoComplete="username"
              spellCheck={false}
              placeholder="xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
            />
          </label>
          <label>
            Client secret
            <input name="clientSecret" type="password" required autoComplete="off" />
          </label>
          <button type="submit" className="primary" disabled={isBusy}>
            {isBusy ? 'Signing in…' : 'Sign in'}
          </button>
        </form>
        <p className="or muted small">or</p>
        <LinkForm
          isBusy={isBusy}
          onLink={(link) => {
            const code = codeIn(link);
            if (code === undefined) return setRefusal(NO_LINK);
            void attempt({ code });
          }}
        />
        <NoAccess />
      </div>
      <nav className="boot-links" aria-label="Without the dashboard">
        <Elsewhere />
      </nav>
    </main>
  );
}

const NO_LINK = 'This is not a sign-in link. One ends with #/sign-in?code= and a code.';

interface LinkProps {
  readonly isBusy: boolean;
  readonly onLink: (link: string) => void;
}

/** A link signs in when it is opened; pasted here, it does so in the browser that one works in. */
function LinkForm({ isBusy, onLink }: LinkProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onLink(String(new FormData(event.currentTarget).get('link') ?? ''));
      }}
    >
      <label>
        Sign-in link
        <input
          name="link"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="https://…#/sign-in?code=…"
        />
      </label>
      <button type="submit" disabled={isBusy}>
        Sign in with the link
      </button>
      <p className="muted small">A link works once, for 15 minutes. Opening it signs you in, too.</p>
    </form>
  );
}

/** What somebody does who has neither. */
const NoAccess = () => (
  <details className="small">
    <summary>No link and no client?</summary>
    <ul>
      <li>
        Ask an administrator of your seat for a client, which <strong>API clients</strong> in the dashboard
        creates: <strong>New client</strong> shows the ID and the secret, once. You sign in here with both.
      </li>
      <li>
        Or ask whoever runs the service for a link: <code>flightline dashboard link --user ID</code> creates
        one.
      </li>
      <li>
        To try the demo seat, open the link that <code>npm start</code> prints in its terminal.
      </li>
    </ul>
  </details>
);

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="mark-ground" />
      <path d="M6 22 26 8l-6 17-5-6z" fill="#fff" />
    </svg>
  );
}
