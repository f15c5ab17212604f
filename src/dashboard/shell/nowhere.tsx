import { Link } from '@tanstack/react-router';
import { PageHead } from '../parts/crumbs.tsx';

export function Nowhere() {
  return (
    <div className="page">
      <PageHead title="Not found" />
      <p>
        There is nothing at this address. <Link to="/">Go to the overview</Link>
      </p>
    </div>
  );
}
