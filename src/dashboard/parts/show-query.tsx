import { useState } from 'react';
import { Dialog } from './dialogs/dialog.tsx';
import { graphiqlAddress } from './links.ts';
import { Menu } from './menu.tsx';

interface Props {
  readonly query: string;
  readonly variables: unknown;
  /** Of the widget. */
  readonly title: string;
}

/** In a menu: what feeds a widget, to read, copy and open in GraphiQL. */
export function ShowQuery({ query, variables, title }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [copied, setCopied] = useState<string>();
  const copy = (text: string) => void navigator.clipboard?.writeText(text).then(() => setCopied(text));
  // The body of a request, as any program can send it.
  const body = JSON.stringify({ query: query.trim(), variables: variables ?? {} });
  const address = graphiqlAddress(query, variables);
  const given = JSON.stringify(variables ?? {}, null, 2);
  return (
    <>
      <Menu
        of={title}
        items={[
          { name: 'Show the query', onChoose: () => setOpen(true) },
          ...(address ? [{ name: 'Open in GraphiQL', href: address }] : []),
        ]}
      />
      {isOpen && (
        <Dialog title={`Query for ${title}`} wide onClose={() => setOpen(false)}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre className="code" tabIndex={0}>
            {query.trim()}
          </pre>
          {given !== '{}' && <pre className="code">{given}</pre>}
          <p className="row">
            <button type="button" onClick={() => copy(body)}>
              {copied === body ? 'Copied' : 'Copy request'}
            </button>
            <button type="button" onClick={() => copy(query)}>
              {copied === query ? 'Copied' : 'Copy query'}
            </button>
            {address && (
              <a className="button" href={address} target="_blank" rel="noreferrer">
                Open in GraphiQL
              </a>
            )}
          </p>
        </Dialog>
      )}
    </>
  );
}
