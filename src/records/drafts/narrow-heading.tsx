import { Trans } from '@lingui/react/macro';

/** The heading of a page that shows one draft alone, where there is no room for the list beside it and its header. */
export function NarrowHeading() {
  return (
    <h1 className="sr-only md:hidden">
      <Trans>Draft</Trans>
    </h1>
  );
}
