import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import {
  type Capabilities,
  type Capability,
  capabilities,
  forgetCapabilities,
  GLOBAL_CAPABILITIES,
  markAnnounced,
} from '#src/api/capabilities.ts';
import { type CapabilityProbe, capabilityProbes } from '#src/api/capability-probes.ts';
import { connection } from '#src/api/connection.ts';
import { JobProgress } from '#src/bulk/job-progress.tsx';
import { type Job, startJob } from '#src/bulk/job-runner.ts';
import { serverUnix } from '#src/lib/clock.ts';
import { copyText } from '#src/lib/copy-text.ts';
import { useStore } from '#src/lib/store.ts';
import { BackToList } from '#src/page/back-to-list.tsx';
import { TitledHeader } from '#src/page/page-title.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announcer.tsx';
import { ScrollRegion } from '#src/ui/layout/scroll-region.tsx';
import { Cell, HeadCell, Row, Table, TableHead } from '#src/ui/layout/table.tsx';
import { showToast } from '#src/ui/overlay/toasts.ts';
import { type Status, StatusBadge } from '#src/ui/status-badge.tsx';
import { RelativeTime } from '#src/ui/text/relative-time.tsx';
import { capabilityNames, capabilityReport, documentedResources } from './capability-report.ts';

/** Capabilities of the service compared with the documented API, and a probe for unknown ones. */
export function Component() {
  const { t } = useLingui();
  const all = useStore(capabilities);
  const address = useStore(connection)?.address ?? '';
  const [job, setJob] = useState<Job<CapabilityProbe, void>>();
  const words: Record<(typeof GLOBAL_CAPABILITIES)[number], string> = {
    counts: t`Lists include a total count`,
    'meta.can': t`Records include your permissions`,
    comment: t`Decisions keep their reason`,
  };
  const runProbes = async () => {
    const started = startJob(capabilityProbes(), ({ perform }) => perform());
    setJob(started);
    await started.ended;
    setJob(undefined);
    announce(t`Read-only endpoints tested. The table is up to date.`);
    // Listed on this page, so no toast is needed.
    markAnnounced(Object.keys(capabilities.get()));
  };
  const copy = async () => {
    const isCopied = await copyText(capabilityReport(address, all));
    const text = isCopied ? t`Copied` : t`Couldn’t copy – your browser blocked it`;
    showToast({ tone: isCopied ? 'good' : 'bad', text });
  };
  return (
    <>
      <TitledHeader title={t`API compatibility`} back={<BackToList path={paths.settings()} label={t`Settings`} />} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        <p className="max-w-[70ch] flex-1 basis-80 text-muted">
          <Trans>
            Detected from this server’s responses. Countersign works around rejected requests and tries them again after
            a week. Tests only read data.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          {job ? (
            <JobProgress
              job={job}
              words={(ended, total) => (
                <Trans>
                  {ended} of {total} tested
                </Trans>
              )}
              stop={<Trans>Stop</Trans>}
            />
          ) : (
            <Button onClick={() => void runProbes()}>
              <Trans>Test read-only endpoints</Trans>
            </Button>
          )}
          <Button onClick={() => void copy()}>
            <Trans>Copy report</Trans>
          </Button>
          <Button kind="quiet" disabled={Object.keys(all).length === 0} onClick={forgetCapabilities}>
            <Trans>Reset</Trans>
          </Button>
        </div>
      </div>
      <ScrollRegion aria-label={t`API compatibility`} className="ring-inside pane overflow-auto">
        <Summary all={all} />
        <CapabilityTable title={t`General`} names={GLOBAL_CAPABILITIES} all={all} words={words} />
        {documentedResources().map(({ type, names }) => (
          <CapabilityTable key={type} title={type} names={names} all={all} />
        ))}
      </ScrollRegion>
    </>
  );
}

function Summary({ all }: { all: Capabilities }) {
  const states = capabilityNames().map((name) => all[name]?.state);
  const { i18n } = useLingui();
  const count = (wanted: (typeof states)[number]) => i18n.number(states.filter((state) => state === wanted).length);
  const [works, refused, ignored, untried] = [count('works'), count('refused'), count('ignored'), count(undefined)];
  return (
    <p className="px-4 pt-3 font-medium">
      <Trans>
        {works} working · {refused} rejected · {ignored} ignored · {untried} untested
      </Trans>
    </p>
  );
}

interface CapabilityTableProps {
  title: string;
  names: readonly string[];
  all: Capabilities;
  /** Labels for capabilities whose names are not self-explanatory. */
  words?: Readonly<Record<string, string>>;
}

function CapabilityTable({ title, names, all, words = {} }: CapabilityTableProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pt-4">
      <h2 id={id} className="px-4 pb-1 font-semibold">
        {title}
      </h2>
      <Table aria-labelledby={id} className="table-fixed">
        <TableHead>
          <HeadCell>
            <Trans>Feature</Trans>
          </HeadCell>
          <HeadCell className="w-28">
            <Trans>State</Trans>
          </HeadCell>
          <HeadCell className="w-36 max-md:hidden">
            <Trans>Last checked</Trans>
          </HeadCell>
          <HeadCell className="w-2/5 max-lg:hidden">
            <Trans>Response</Trans>
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

function CapabilityRow({ name, words, known }: { name: string; words?: string; known?: Capability }) {
  const { t } = useLingui();
  const states = { works: t`Working`, refused: t({ message: 'Rejected', context: 'API' }), ignored: t`Ignored` };
  return (
    <Row>
      <Cell className="wrap-anywhere">
        {words ?? (
          <code dir="ltr" className="text-sm">
            {name}
          </code>
        )}
        {known && known.state !== 'works' && (
          <p className="wrap-anywhere text-muted text-sm lg:hidden">{known.answer}</p>
        )}
      </Cell>
      <Cell>
        {known ? (
          <StatusBadge status={marks[known.state]}>{states[known.state]}</StatusBadge>
        ) : (
          <StatusBadge status="neutral">
            <Trans>Untested</Trans>
          </StatusBadge>
        )}
      </Cell>
      <Cell className="text-muted max-md:hidden">{known && <RelativeTime unix={serverUnix(known.at)} />}</Cell>
      <Cell className="wrap-anywhere text-muted text-sm max-lg:hidden">
        <bdi>{known?.answer}</bdi>
      </Cell>
    </Row>
  );
}
