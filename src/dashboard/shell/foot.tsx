import { useState } from 'react';
import { signOut } from '../api/session.ts';
import { words } from '../parts/words.ts';
import { Elsewhere } from './elsewhere.tsx';
import { applyTheme, nextTheme, useTheme } from './theme.ts';
import { useCanEdit, useViewer } from './viewer.ts';

/** Below the navigation: who is signed in, where to go on, and the way out. */
export function Foot() {
  const { user, role } = useViewer();
  const canEdit = useCanEdit();
  const theme = useTheme();
  const [refusal, setRefusal] = useState<string>();
  const leave = () =>
    signOut().then(
      () => location.reload(),
      (error: Error) => setRefusal(error.message),
    );
  return (
    <div className="side-foot">
      <p className="whom">
        <bdi title={user.name}>{user.name}</bdi>
        {words(role)}
        {!canEdit && ': you can look at everything and run reports. An admin can let you make changes.'}
      </p>
      <Elsewhere />
      <button type="button" className="quiet" onClick={() => applyTheme(nextTheme(theme))}>
        Theme: {words(theme)}
      </button>
      <button type="button" className="quiet" onClick={() => void leave()}>
        Sign out
      </button>
      {refusal && <p role="alert">{refusal}</p>}
    </div>
  );
}
