import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { chime } from '#src/lib/chime.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { useTenantName } from '#src/records/waiting/tenant-name.ts';
import { useWaitingPoll } from '#src/records/waiting/use-waiting-poll.ts';
import { waitingRoomsQuery } from '#src/records/waiting/waiting-rooms-query.ts';
import { dismissToast, showToast, toasts } from '#src/ui/toasts.ts';
import { type AlertDesk, openAlertDesk, type Screen, type UnseenRoom } from './alert-desk.ts';
import { alertWords } from './alert-words.ts';
import { closeNotification, notifySystem } from './system-notification.ts';

const TOAST = 'rooms-began-to-wait';

/** Alerts about newly waiting rooms on every page; the leader tab also polls and rings in the background. */
export function Alerts(): null {
  const pathname = useLocation().pathname;
  const [isLead, setIsLead] = useState(false);
  const desk = useAlertDesk(setIsLead);
  useWaitingPoll({ isOn: true, inBackground: isLead });
  const { data } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['data'] });
  useEffect(() => {
    if (data) desk?.note(data.rows);
  }, [desk, data]);
  useEffect(() => {
    if (pathname) desk?.tellScreen();
  }, [desk, pathname]);
  return null;
}

function useAlertDesk(onLead: (isLead: boolean) => void): AlertDesk | undefined {
  const connectionKey = useStore(connection)?.key ?? '';
  const [desk, setDesk] = useState<AlertDesk>();
  const tenant = useTenantName();
  const open = (rooms: readonly UnseenRoom[]) => {
    const [first, second] = rooms;
    void navigate(first && !second ? paths.room(first.id) : paths.watch());
  };
  const showNote = (rooms: readonly UnseenRoom[]) => {
    const { title, body } = alertWords(tenant, rooms);
    const action = { label: t`Open`, onAct: () => open(rooms) };
    showToast({ id: TOAST, tone: 'warn', text: title, detail: body, action, lasts: Number.POSITIVE_INFINITY });
  };
  const ring = useEffectEvent(async (rooms: readonly UnseenRoom[], isListed: boolean) => {
    const { alertSound, alertNotification } = settings.get();
    const onOpen = () => open(rooms);
    if (alertNotification && !isListed) notifySystem({ ...alertWords(tenant, rooms), tag: connectionKey, onOpen });
    // Show the toast again: the user may have dismissed it without looking at the room.
    if (!isListed && !toasts.get().some(({ id }) => id === TOAST)) showNote(rooms);
    return !alertSound || (await chime());
  });
  const show = useEffectEvent((rooms: readonly UnseenRoom[]) => {
    if (rooms.length > 0) return showNote(rooms);
    closeNotification();
    dismissToast(TOAST);
  });

  useEffect(() => {
    let shown = '';
    const onUnseen = (rooms: readonly UnseenRoom[]) => {
      const ids = rooms.map(({ id }) => id).join(' ');
      // Skip unchanged toasts so screen readers do not repeat them.
      if (ids !== shown) show(rooms);
      shown = ids;
    };
    const opened = openAlertDesk({
      connectionKey,
      screen: readScreen,
      onLead,
      onUnseen,
      ring: (rooms, isListed) => ring(rooms, isListed),
    });
    const tell = () => opened.tellScreen();
    window.addEventListener('focus', tell);
    document.addEventListener('visibilitychange', tell);
    setDesk(opened);
    return () => {
      window.removeEventListener('focus', tell);
      document.removeEventListener('visibilitychange', tell);
      opened.stop();
      onUnseen([]);
    };
  }, [connectionKey, onLead]);
  return desk;
}

function readScreen(): Screen {
  const isVisible = document.visibilityState === 'visible';
  const { pathname } = currentLocation();
  return {
    roomId: isVisible ? matchPath('/rooms/:id/*', pathname)?.params.id : undefined,
    isWatch: isVisible && document.hasFocus() && matchPath(`${paths.watch()}/*`, pathname) !== null,
  };
}
