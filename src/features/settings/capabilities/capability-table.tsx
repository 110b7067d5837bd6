import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Capabilities, Capability } from '#src/api/capabilities.ts';
import { Cell, HeadCell, Row, Table, TableHead } from '#src/ui/layout/table.tsx';
import { type Status, StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';

interface CapabilityTableProps {
  title: string;
  names: readonly string[];
  all: Capabilities;
  /** Labels for capabilities whose names are not self-explanatory. */
  words?: Readonly<Record<string, string>>;
}

/** A group of capabilities with their state. */
export function CapabilityTable({ title, names, all, words = {} }: CapabilityTableProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-4">
      <h2 id={id} className="px-4 pb-1 font-semibold">
        {title}
      </h2>
      <Table aria-labelledby={id} className="table-fixed">
        <TableHead>
          <HeadCell>
            <Trans>What</Trans>
          </HeadCell>
          <HeadCell className="w-28">
            <Trans>State</Trans>
          </HeadCell>
          <HeadCell className="w-36 max-md:hidden">
            <Trans>When</Trans>
          </HeadCell>
          <HeadCell className="w-2/5 max-lg:hidden">
            <Trans>Answer</Trans>
          </HeadCell>
        </TableHead>
        <tbody>
          {names.map((name) => (
            <CapabilityRow key={name} name={name} words={words[name]} known={all[name]} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const marks: Record<Capability['state'], Status> = { works: 'approved', refused: 'danger', ignored: 'warn' };

function CapabilityRow({
  name,
  words,
  known,
}: {
  name: string;
  words: string | undefined;
  known: Capability | undefined;
}) {
  const { t } = useLingui();
  const states = { works: t`Works`, refused: t`Refused`, ignored: t`Ignored` };
  const isLacking = known !== undefined && known.state !== 'works';
  return (
    <Row>
      <Cell className="wrap-anywhere">
        {words ?? (
          <code dir="ltr" className="text-sm">
            {name}
          </code>
        )}
        {isLacking && <p className="wrap-anywhere text-muted text-sm lg:hidden">{known.answer}</p>}
      </Cell>
      <Cell>
        {known ? (
          <StatusBadge status={marks[known.state]}>{states[known.state]}</StatusBadge>
        ) : (
          <StatusBadge status="neutral">
            <Trans>Not tried</Trans>
          </StatusBadge>
        )}
      </Cell>
      <Cell className="text-muted max-md:hidden">{known && <RelativeTime unix={Math.floor(known.at / 1000)} />}</Cell>
      <Cell className="wrap-anywhere text-muted text-sm max-lg:hidden">
        <bdi>{known?.answer}</bdi>
      </Cell>
    </Row>
  );
}
