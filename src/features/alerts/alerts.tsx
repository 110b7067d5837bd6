import { plural, t } from '@lingui/core/macro';
import { focusManager, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { matchPath, useLocation } from 'react-router';
import { connection } from '#src/api/connection.ts';
import { useWaitingPoll } from '#src/domain/waiting/use-waiting-poll.ts';
import { waitingRoomsQuery } from '#src/domain/waiting/waiting-rooms-query.ts';
import { pageBase } from '#src/lib/base-path.ts';
import { chime } from '#src/lib/chime.ts';
import { combineCleanups, listen } from '#src/lib/listen.ts';
import { currentLocation, navigate } from '#src/lib/router.ts';
import { settings } from '#src/lib/storage/settings.ts';
import { useStore } from '#src/lib/store.ts';
import { paths } from '#src/paths.ts';
import { dismissToast, showToast, type Toast, toasts } from '#src/ui/overlay/toasts.ts';
import { formatList } from '#src/ui/text/format-list.ts';
import { type AlertCoordinator, openAlertCoordinator, type Screen, type UnseenRoom } from './alert-coordinator.ts';

const TOAST = 'rooms-began-to-wait';

/** Alerts about newly waiting rooms on every page; the leader tab also polls and rings in the background. */
export function Alerts(): null {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [isLead, setIsLead] = useState(false);
  const coordinator = useAlertCoordinator(setIsLead);
  useWaitingPoll({ isOn: true, inBackground: isLead });
  const { data } = useQuery({ ...waitingRoomsQuery(), notifyOnChangeProps: ['data'] });
  useEffect(() => {
    if (data) coordinator?.note(data.rows, data.isCut);
  }, [coordinator, data]);
  useEffect(() => {
    if (address) coordinator?.notifyScreen();
  }, [coordinator, address]);
  return null;
}

function useAlertCoordinator(onLead: (isLead: boolean) => void): AlertCoordinator | undefined {
  const { key: connectionKey, name } = useStore(connection) ?? { key: '', name: '' };
  const [coordinator, setCoordinator] = useState<AlertCoordinator>();
  const open = (rooms: readonly UnseenRoom[]) => {
    const [first, second] = rooms;
    void navigate(first && !second ? paths.room(first.id) : paths.watch());
  };
  const noteOf = (rooms: readonly UnseenRoom[]): Toast => {
    const { title, body } = alertWords(name, rooms);
    const action = { label: t`Open`, onAct: () => open(rooms) };
    return { id: TOAST, tone: 'warn', text: title, detail: body, action, lasts: Number.POSITIVE_INFINITY };
  };
  const ring = useEffectEvent(async (rooms: readonly UnseenRoom[], isListed: boolean) => {
    const { alertSound, alertNotification } = settings.get();
    const onOpen = () => open(rooms);
    if (alertNotification && !isListed) notifySystem({ ...alertWords(name, rooms), tag: connectionKey, onOpen });
    // Show the toast again: the user may have dismissed it without looking at the room.
    if (!isListed && !toasts.get().some(({ id }) => id === TOAST)) showToast(noteOf(rooms));
    return !alertSound || (await chime());
  });
  const show = useEffectEvent((rooms: readonly UnseenRoom[], hasNew: boolean) => {
    if (rooms.length === 0) {
      closeNotification();
      dismissToast(TOAST);
    } else if (hasNew) showToast(noteOf(rooms));
    // The end of a wait is not announced and does not bring back a dismissed alert.
    else toasts.set(toasts.get().map((toast) => (toast.id === TOAST ? noteOf(rooms) : toast)));
  });

  useEffect(() => {
    let shown: readonly string[] = [];
    const onUnseen = (rooms: readonly UnseenRoom[]) => {
      const ids = rooms.map(({ id }) => id);
      // Skip unchanged toasts so screen readers do not repeat them.
      if (ids.join(' ') !== shown.join(' ')) show(rooms, !ids.every((id) => shown.includes(id)));
      shown = ids;
    };
    const opened = openAlertCoordinator({
      connectionKey,
      screen: readScreen,
      onLead,
      onUnseen,
      ring: (rooms, isListed) => ring(rooms, isListed),
    });
    setCoordinator(opened);
    return combineCleanups(
      listen(window, 'focus', opened.notifyScreen),
      focusManager.subscribe(opened.notifyScreen),
      opened.stop,
      () => onUnseen([]),
    );
  }, [connectionKey, onLead]);
  return coordinator;
}

function readScreen(): Screen {
  const isVisible = document.visibilityState === 'visible';
  const { pathname, search } = currentLocation();
  const room = matchPath('/rooms/:id/*', pathname) ?? matchPath(`${paths.watch()}/:id`, pathname);
  // The tab of rooms with a draft in review hides the others.
  const isList = new URLSearchParams(search).get('filter[state]') !== 'in_review';
  return {
    roomId: isVisible ? room?.params.id : undefined,
    isWatch: isVisible && isList && document.hasFocus() && matchPath(`${paths.watch()}/*`, pathname) !== null,
  };
}

const MAX_NAMED = 3;

function alertWords(connectionName: string, rooms: readonly UnseenRoom[]): { title: string; body: string } {
  const [first] = rooms;
  if (first && rooms.length === 1) return { title: t`New visitor waiting: ${first.name}`, body: connectionName };
  const names = rooms.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = rooms.length - names.length;
  const list = more > 0 ? [...names, plural(more, { one: '# more', other: '# more' })] : names;
  const title = plural(rooms.length, { one: '# new visitor waiting', other: '# new visitors waiting' });
  return { title, body: `${connectionName}: ${formatList(list, 'long')}` };
}

let shown: Notification | undefined;

/** Shows a system notification, replacing the previous one. No-op if the user or the browser denies it. */
function notifySystem(options: { title: string; body: string; tag: string; onOpen: () => void }): void {
  const { title, body, tag, onOpen } = options;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  try {
    closeNotification();
    // The favicon has the workspace's colour once the page has set it.
    const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? `${pageBase}icon.svg`;
    shown = new Notification(title, { body, tag, icon, silent: true });
    shown.onclick = () => {
      window.focus();
      closeNotification();
      onOpen();
    };
  } catch {
    // Mobile browsers throw: they support notifications only through a service worker.
  }
}

function closeNotification(): void {
  shown?.close();
  shown = undefined;
}
