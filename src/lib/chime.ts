import { delay } from './delay.ts';

let context: AudioContext | undefined;

/** Two short notes, the second higher: start in seconds from now, pitch in hertz. */
const NOTES = [
  { at: 0, pitch: 660 },
  { at: 0.18, pitch: 880 },
] as const;
const NOTE_SECONDS = 0.35;
const LOUDNESS = 0.3;

/** Unlocks audio. Browsers allow that only in a click or key handler. */
export function unlockChime(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

/** Plays the chime; resolves with whether it is audible, as browsers mute a page without user activation. */
export async function chime(): Promise<boolean> {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return false;
  context ??= new AudioContext();
  // Without permission, `resume` never settles.
  await Promise.race([context.resume().catch(() => undefined), delay(500)]);
  if (context.state !== 'running') return false;
  for (const { at, pitch } of NOTES) playNote(context, context.currentTime + at, pitch);
  return true;
}

function playNote(on: AudioContext, start: number, pitch: number): void {
  const loudness = new GainNode(on, { gain: 0 });
  // A note without a fade clicks.
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
  const note = new OscillatorNode(on, { type: 'sine', frequency: pitch });
  note.connect(loudness).connect(on.destination);
  note.start(start);
  note.stop(start + NOTE_SECONDS);
  note.onended = () => loudness.disconnect();
}
