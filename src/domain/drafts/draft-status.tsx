import { type Status, StatusBadge } from '#src/ui/status-badge.tsx';

/** Status of a draft by shape, word and colour. An empty status counts as in review, as in the filter. */
export function DraftStatus({ status, className }: { status: string; className?: string }) {
  const shown = draftStatus(status);
  return shown ? <StatusBadge status={shown} className={className} /> : <span dir="auto">{status}</span>;
}

/** A known status; undefined for any other word. */
function draftStatus(status: string): Extract<Status, 'approved' | 'rejected' | 'in_review'> | undefined {
  if (status === '' || status === 'in_review') return 'in_review';
  return status === 'approved' || status === 'rejected' ? status : undefined;
}
