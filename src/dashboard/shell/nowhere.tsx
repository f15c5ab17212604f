import { Link } from '@tanstack/react-router';

export function Nowhere() {
  return (
    <div className="page">
      <h1>Not found</h1>
      <p>
        There is nothing at this address. <Link to="/">Go to the overview</Link>
      </p>
    </div>
  );
}
