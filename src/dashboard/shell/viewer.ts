import { createContext, useContext } from 'react';
import type { DashboardShellQuery } from '../generated/graphql.ts';

export type Viewer = DashboardShellQuery['viewer'];

/** Who is signed in; asked once by the shell. */
export const ViewerContext = createContext<Viewer | undefined>(undefined);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('Outside of the shell nobody is signed in.');
  return viewer;
}

/** Whether to show controls that change something; the service decides all the same. */
export const useCanEdit = (): boolean => useViewer().role !== 'VIEWER';
