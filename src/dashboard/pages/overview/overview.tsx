import { Link } from '@tanstack/react-router';
import { PageHead } from '../../parts/crumbs.tsx';

/** The seat at a glance. */
export function Overview() {
  return (
    <div className="page">
      <PageHead title="Overview" />
      <p>
        <Link to="/advertisers">Advertisers and their campaigns</Link>
      </p>
    </div>
  );
}
