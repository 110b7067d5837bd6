import { Trans } from '@lingui/react/macro';
import { Skeleton } from '#src/ui/feedback/placeholder.tsx';

const shapes = ['w-56', 'w-72 self-end', 'w-64', 'w-40', 'w-80 self-end'];

export function ConversationSkeleton() {
  return (
    <div role="status" className="flex min-h-80 flex-1 flex-col justify-end gap-4 px-4 py-4 lg:min-h-0">
      <span className="sr-only">
        <Trans>Loading conversation…</Trans>
      </span>
      {shapes.map((shape) => (
        <div key={shape} className={`flex max-w-[88%] flex-col gap-2 rounded-[10px] bg-hover px-3 py-3 ${shape}`}>
          <Skeleton className="w-full" />
          <Skeleton className="w-1/2" />
        </div>
      ))}
    </div>
  );
}
