import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTitle } from '../shell/announcer.tsx';
import { usePageFocus } from '../shell/page-focus.ts';
import { rememberPage } from './recent.ts';

interface Props {
  readonly title: string;
  /** From the root of the tree to the parent. */
  readonly trail?: readonly Crumb[];
  readonly beside?: ReactNode;
}

export interface Crumb {
  readonly name: string;
  readonly to: '/advertisers' | '/advertisers/$id' | '/campaigns/$id' | '/lines/$id' | '/reports';
  readonly id?: number;
}

/** The heading of a page and the way back up. */
export function PageHead({ title, trail = [], beside }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  usePageFocus(heading);
  useEffect(() => rememberPage(title, location.hash), [title]);
  return (
    <header className="page-head">
      {trail.length > 0 && (
        <nav aria-label="Breadcrumbs" className="crumbs">
          {trail.map(({ name, to, id }) => (
            <Link key={to} to={to} params={{ id: String(id) }}>
              <bdi>{name}</bdi>
            </Link>
          ))}
        </nav>
      )}
      <div className="page-title">
        <h1 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {beside}
      </div>
    </header>
  );
}
