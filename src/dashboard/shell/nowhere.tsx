import { Link } from '@tanstack/react-router';
import { PageHead } from '../parts/crumbs.tsx';

interface Props {
  /** What an address names and the seat does not have, such as `line 84`. */
  readonly what?: string;
}

export function Nowhere({ what }: Props) {
  return (
    <div className="page">
      <PageHead title="Not found" />
      <p>
        {what ? `This seat has no ${what}.` : 'There is nothing at this address.'}{' '}
        <Link to="/">Go to the overview</Link>
      </p>
    </div>
  );
}
