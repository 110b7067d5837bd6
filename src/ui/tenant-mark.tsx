import { classNames } from './class-names.ts';

const grounds = {
  blue: 'bg-tenant-blue',
  green: 'bg-tenant-green',
  amber: 'bg-tenant-amber',
  red: 'bg-tenant-red',
  violet: 'bg-tenant-violet',
  grey: 'bg-tenant-grey',
};

export type TenantColour = keyof typeof grounds;

/** Background class of a tenant's colour: white text is legible on it, and it stands out from any background. */
export const tenantGround = (colour: TenantColour): string => grounds[colour];

/** A tenant's initial in its colour, shown beside its name. */
export function TenantMark({ name, colour, className }: { name: string; colour: TenantColour; className?: string }) {
  const [letter = ''] = name;
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-[4px] font-semibold text-on-accent text-sm',
        grounds[colour],
        className,
      )}
    >
      {letter.toLocaleUpperCase()}
    </span>
  );
}
