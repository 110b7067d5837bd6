import { Plural, Trans } from '@lingui/react/macro';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '#src/paths.ts';
import type { Keyword } from '../keyword.ts';
import { findUnreachable } from './match-keywords.ts';

const MOST_SHOWN = 50;

/** Keywords that no sentence can match. */
export function UnreachableList({ rows }: { rows: readonly Keyword[] }) {
  const unreachable = useMemo(() => findUnreachable(rows), [rows]);
  const more = unreachable.length - MOST_SHOWN;
  return (
    <section aria-labelledby="bench-unreachable" className="flex flex-col gap-2">
      <h2 id="bench-unreachable" className="font-semibold">
        <Plural
          value={unreachable.length}
          _0="Every keyword can be reached"
          one="# keyword is never reached"
          other="# keywords are never reached"
        />
      </h2>
      <ul className="flex flex-col">
        {unreachable.slice(0, MOST_SHOWN).map(({ keyword, sameAs }) => {
          const other = sameAs?.key_name;
          const { id, key_name: name } = keyword;
          return (
            <li key={id} className="flex flex-wrap gap-2 border-line border-t py-2">
              <Link to={paths.keyword(id)} dir="auto" className="font-medium text-link hover:underline">
                {name.trim() || <Trans>Keyword {id}</Trans>}
              </Link>
              <span className="text-muted">
                {other ? <Trans>is written like the older “{other}”</Trans> : <Trans>holds nothing to look for</Trans>}
              </span>
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <p className="text-muted">
          <Plural value={more} one="and # more" other="and # more" />
        </p>
      )}
    </section>
  );
}
