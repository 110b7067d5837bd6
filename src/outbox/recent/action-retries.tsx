import { useEffect, useEffectEvent } from 'react';
import { wantedAgain } from '#src/bulk/failed-actions.ts';
import { useResend } from './resend-action.ts';

/** Retries failed actions on request from their row or from the Recent drawer. */
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
