import { type Status, StatusMark } from '#src/ui/status-mark.tsx';

/** Where a draft stands, by shape, word and colour. An empty status counts as in review, as the tenant's filter does. */
export function DraftStatus({ status, className }: { status: string; className?: string }) {
  const shown = draftStatus(status);
  return shown ? <StatusMark status={shown} className={className} /> : <span dir="auto">{status}</span>;
}

/** One of the known statuses; undefined for a word that is none of them. */
function draftStatus(status: string): Extract<Status, 'approved' | 'rejected' | 'in_review'> | undefined {
  if (status === '' || status === 'in_review') return 'in_review';
  return status === 'approved' || status === 'rejected' ? status : undefined;
}
