import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Offer, Offers } from '#src/api/offers/offers.ts';
import { RelativeTime } from '#src/ui/relative-time.tsx';
import { type Status, StatusMark } from '#src/ui/status-mark.tsx';
import { Cell, HeadCell, Row, Table, TableHead } from '#src/ui/table.tsx';

interface OffersTableProps {
  title: string;
  names: readonly string[];
  all: Offers;
  /** Labels for capabilities whose names are not self-explanatory. */
  words?: Readonly<Record<string, string>>;
}

/** A group of capabilities with their state. */
export function OffersTable({ title, names, all, words = {} }: OffersTableProps) {
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
            <OfferRow key={name} name={name} words={words[name]} offer={all[name]} />
          ))}
        </tbody>
      </Table>
    </section>
  );
}

const marks: Record<Offer['state'], Status> = { works: 'approved', refused: 'danger', ignored: 'warn' };

function OfferRow({ name, words, offer }: { name: string; words: string | undefined; offer: Offer | undefined }) {
  const { t } = useLingui();
  const states = { works: t`Works`, refused: t`Refused`, ignored: t`Ignored` };
  const isLacking = offer !== undefined && offer.state !== 'works';
  return (
    <Row>
      <Cell className="wrap-anywhere">
        {words ?? (
          <code dir="ltr" className="text-sm">
            {name}
          </code>
        )}
        {isLacking && <p className="wrap-anywhere text-muted text-sm lg:hidden">{offer.answer}</p>}
      </Cell>
      <Cell>
        {offer ? (
          <StatusMark status={marks[offer.state]}>{states[offer.state]}</StatusMark>
        ) : (
          <StatusMark status="neutral">
            <Trans>Not tried</Trans>
          </StatusMark>
        )}
      </Cell>
      <Cell className="text-muted max-md:hidden">{offer && <RelativeTime unix={Math.floor(offer.at / 1000)} />}</Cell>
      <Cell className="wrap-anywhere text-muted text-sm max-lg:hidden">
        <bdi>{offer?.answer}</bdi>
      </Cell>
    </Row>
  );
}
