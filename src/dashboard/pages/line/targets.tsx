import { words } from '../../parts/format.ts';
import type { LineFound } from './line.tsx';

/** Whom the line reaches, with the names of the places. */
export function Targets({ targeting }: { readonly targeting: LineFound['targeting'] }) {
  const { types, geos, nativeLists } = targeting;
  const others = types.filter(
    ({ name, isTargeted }) => isTargeted && name !== 'GEOGRAPHY' && name !== 'NATIVE_LIST',
  );
  return (
    <>
      {geos.length > 0 && (
        <>
          <h3>Places</h3>
          <ul className="chips">
            {geos.map(({ woeid, name, type }) => (
              <li key={woeid} title={`WOEID ${woeid}`}>
                {name} <span className="muted">{words(type)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {nativeLists.length > 0 && (
        <>
          <h3>Blocked lists</h3>
          <ul className="chips">
            {nativeLists.map(({ id, name }) => (
              <li key={id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <>
          <h3>Also</h3>
          <ul className="chips">
            {others.map(({ name }) => (
              <li key={name}>{words(name)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
