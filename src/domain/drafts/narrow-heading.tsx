import { Trans } from '@lingui/react/macro';

/** Screen reader heading for narrow windows, where the list and its header are hidden. */
export function NarrowHeading() {
  return (
    <h1 className="sr-only md:hidden">
      <Trans>Draft</Trans>
    </h1>
  );
}
