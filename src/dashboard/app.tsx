import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { newQueryClient } from './api/query-client.ts';
import { renewWhileUsed } from './api/session.ts';
import { router } from './router.tsx';
import { codeInAddress, SignIn } from './shell/sign-in.tsx';

/** Signed in until a read says otherwise: the cookie of the session cannot be looked at. */
export function App() {
  const [isSignedIn, setSignedIn] = useState(() => codeInAddress() === undefined);
  const [isEnded, setEnded] = useState(false);
  const client = useMemo(
    () =>
      newQueryClient((isEnded) => {
        setEnded(isEnded);
        setSignedIn(false);
      }),
    [],
  );
  useEffect(() => (isSignedIn ? renewWhileUsed() : undefined), [isSignedIn]);
  if (!isSignedIn)
    return (
      <SignIn
        isEnded={isEnded}
        onDone={() => {
          client.clear();
          setSignedIn(true);
        }}
      />
    );
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
