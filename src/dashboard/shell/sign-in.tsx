import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type Proof, signIn } from '../api/session.ts';
import { AlertNote } from '../parts/alert-note.tsx';
import { Elsewhere } from './elsewhere.tsx';

/** The code of a sign-in link: `#/sign-in?code=…`. */
export function codeInAddress(): string | undefined {
  const [path, query] = location.hash.split('?');
  return path === '#/sign-in' ? (new URLSearchParams(query).get('code') ?? undefined) : undefined;
}

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
      <form className="card" onSubmit={submit} aria-busy={isBusy}>
        <p className="brand">
          <Mark /> Flightline
        </p>
        <h1>Sign in</h1>
        {isEnded && !refusal && (
          <p className="note warn" role="status">
            Your session has ended: it was not used for an hour, is older than 12 hours, or its client was
            revoked. Sign in again to go on where you were.
          </p>
        )}
        <AlertNote>{refusal}</AlertNote>
        <label>
          Client ID
          <input name="clientId" required autoComplete="username" spellCheck={false} />
        </label>
        <label>
          Client secret
          <input name="clientSecret" type="password" required autoComplete="off" />
        </label>
        <button type="submit" className="primary" disabled={isBusy}>
          {isBusy ? 'Signing in…' : 'Sign in'}
        </button>
        <p className="muted small">
          Or open a link: <code>npm start</code> prints one for the demo seat in a terminal, and{' '}
          <code>flightline dashboard link --user ID</code> creates one for any user.
        </p>
      </form>
      <nav className="boot-links" aria-label="Without the dashboard">
        <Elsewhere />
      </nav>
    </main>
  );
}

export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="mark-ground" />
      <path d="M6 22 26 8l-6 17-5-6z" fill="#fff" />
    </svg>
  );
}
