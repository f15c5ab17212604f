import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { DashboardClockFragment } from '../generated/graphql.ts';
import { minute } from '../parts/format.ts';
import { usePageZone } from '../parts/period/zone.ts';
import { serviceNow } from '../parts/service-clock.ts';

const TICK_MS = 1_000;

/** In the head of each page of a sandbox: what its clock shows, and whether the figures until then are there. */
export function SandboxTime({ clock }: { readonly clock: DashboardClockFragment }) {
  const zone = usePageZone();
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Link to="/sandbox" className="sandbox-time">
      Sandbox · {minute(new Date(serviceNow()).toISOString(), zone)}
      {clock.catchingUp && ' · simulating'}
    </Link>
  );
}
