import { useEffect, useEffectEvent } from 'react';
import { wantedAgain } from '#src/bulk/failed-actions.ts';
import { useResend } from './resend-action.ts';

/** Sends failed actions again whose row, or “Recent”, was asked to. */
export function ActionRetries(): null {
  const resend = useResend();
  const send = useEffectEvent(() => {
    const action = wantedAgain.get();
    if (!action) return;
    wantedAgain.set(undefined);
    resend(action);
  });
  useEffect(() => {
    send();
    return wantedAgain.subscribe(send);
  }, []);
  return null;
}
