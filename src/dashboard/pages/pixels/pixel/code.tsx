import { useState } from 'react';
import type { Found } from './pixel.tsx';

/** Where the service answers, as far as a browser knows. */
const origin = () => new URL('.', location.href.split('#')[0]).href.replace(/\/$/, '');

const eventOf = (id: number) => `# TOKEN: for realm "events" and scope "pixel-event"
curl ${origin()}/v1/pixels/${id}/events \\
  -H "Authorization: Bearer $TOKEN" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: order-17" \\
  -d '[{
    "event_time": '$(date +%s)',
    "action_source": "website",
    "user_data": { "email": "hash of the address" },
    "custom_data": { "ec": "shop", "ea": "purchase", "gv": "19.90" }
  }]'`;

const conversionOf = (id: number) => `# vmcid: the click ID that the landing page received
curl -G ${origin()}/ \\
  -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode "vmcid=$VMCID" --data-urlencode "id=order-17" \\
  --data-urlencode "dp=shop" --data-urlencode "gv=19.90" \\
  --data-urlencode "gc=EUR" --data-urlencode ".yp=${id}"`;

/** How programs send to the pixel, with its ID filled in. */
export function Code({ pixel: { databaseId, isDotPixel } }: { readonly pixel: Found }) {
  return (
    <section className="widget" aria-label="How to send">
      <header className="widget-head">
        <h2>How to send</h2>
      </header>
      <div>
        {!isDotPixel && (
          <Snippet
            title="Events from a server"
            text={eventOf(databaseId)}
            more={['docs/interfaces/events', 'All fields of an event']}
          />
        )}
        <Snippet
          title="A conversion, by its click and this pixel"
          text={conversionOf(databaseId)}
          more={['docs/interfaces/conversions', 'All parameters of a conversion']}
        />
      </div>
    </section>
  );
}

interface Props {
  readonly title: string;
  readonly text: string;
  readonly more: readonly [href: string, name: string];
}

function Snippet({ title, text, more: [href, name] }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <details>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="code" tabIndex={0} aria-label={title}>
        <pre>{text}</pre>
      </section>
      <p className="row">
        <button
          type="button"
          aria-label={`Copy: ${title}`}
          onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
        >
          Copy
        </button>
        <span role="status" className="muted small">
          {isCopied && 'Copied.'}
        </span>
        <a href={href}>{name}</a>
      </p>
    </details>
  );
}
