import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { changeConnection, connection } from '#src/api/connection.ts';
import { COLOURS, type SavedConnection, savedConnections, VERBS } from '#src/api/sign-in/connection-store.ts';
import { useStore } from '#src/lib/store.ts';
import { TitledHeader } from '#src/page/page-title.tsx';
import { MAX_DIGITS, switchConnection } from '#src/page/switch-connection.ts';
import { paths } from '#src/paths.ts';
import { Button, buttonClass } from '#src/ui/button.tsx';
import { ConnectionMark } from '#src/ui/connection-mark.tsx';
import { Field } from '#src/ui/form/field.tsx';
import { Input, Select } from '#src/ui/form/input.tsx';
import { StatusBadge } from '#src/ui/status-badge.tsx';
import { Kbd } from '#src/ui/text/kbd.tsx';
import { RemoveConnection } from './remove-connection.tsx';

export function Component() {
  const { t } = useLingui();
  const saved = useStore(savedConnections);
  return (
    <>
      <TitledHeader
        title={t`Workspaces`}
        aside={
          <span className="max-sm:hidden">
            <Trans>Saved in this browser (never your token)</Trans>
          </span>
        }
      >
        <Link to={paths.newConnection()} className={buttonClass({ kind: 'primary' })}>
          <Trans>Add workspace</Trans>
        </Link>
      </TitledHeader>
      <ul aria-label={t`Workspaces`} className="pane overflow-y-auto">
        {saved.map((each, index) => (
          <ConnectionLine key={each.address} saved={each} number={index + 1} />
        ))}
      </ul>
    </>
  );
}

/** A saved connection, editable in place. `number` is its position in the list and its keyboard shortcut. */
function ConnectionLine({ saved, number }: { saved: SavedConnection; number: number }) {
  const { t } = useLingui();
  const { address, name, colour, verb, ownColour } = saved;
  const [isAsking, setAsking] = useState(false);
  const isCurrent = useStore(connection)?.key === address;
  return (
    <li aria-label={name} className="flex flex-col gap-3 border-line border-b px-4 py-4">
      <div className="flex max-w-wide flex-wrap items-center gap-x-3 gap-y-2">
        <ConnectionMark name={name} colour={colour} />
        <span dir="ltr" className="min-w-0 flex-1 basis-60 break-all text-muted">
          {address}
        </span>
        {isCurrent ? (
          <StatusBadge status="approved">
            <Trans>Current</Trans>
          </StatusBadge>
        ) : (
          <Button onClick={() => switchConnection(address)}>
            <Trans>Switch</Trans>
            {number <= MAX_DIGITS && <Kbd keys={`g ${number}`} />}
          </Button>
        )}
        <Button kind="quiet" onClick={() => setAsking(true)}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <div className="grid max-w-wide gap-3 sm:grid-cols-3">
        <NameField saved={saved} />
        <Field label={<Trans>Colour</Trans>}>
          <Select
            value={colour}
            onChange={({ target }) =>
              changeConnection(address, {
                colour: [...COLOURS, ownColour].find((each) => each === target.value) ?? colour,
              })
            }
          >
            {ownColour && <option value={ownColour}>{t`Workspace default`}</option>}
            {COLOURS.map((each) => (
              <option key={each} value={each}>
                {
                  { blue: t`Blue`, green: t`Green`, amber: t`Amber`, red: t`Red`, violet: t`Violet`, grey: t`Grey` }[
                    each
                  ]
                }
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>Update method</Trans>}>
          <Select
            value={verb}
            onChange={({ target }) =>
              changeConnection(address, { verb: VERBS.find((each) => each === target.value) ?? verb })
            }
          >
            {VERBS.map((each) => (
              <option key={each} value={each}>
                {each === 'PUT' ? t`PUT (default)` : t`PATCH, if PUT is rejected`}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {isAsking && <RemoveConnection saved={saved} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Changes apply immediately; an empty name is not saved. */
function NameField({ saved: { address, name } }: { saved: SavedConnection }) {
  const [typed, setTyped] = useState<string>();
  return (
    <Field label={<Trans>Name</Trans>}>
      <Input
        maxLength={60}
        value={typed ?? name}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value.trim()) changeConnection(address, { name: target.value.trim() });
        }}
        onBlur={() => setTyped(undefined)}
      />
    </Field>
  );
}
