import { useEffect, useRef } from 'react';

/** Whether the form that writes is still there. */
export function useShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
