let context: AudioContext | undefined;

/** Two short notes, the second higher: starts in seconds from now, and pitches in hertz. */
const NOTES = [
  { at: 0, pitch: 660 },
  { at: 0.18, pitch: 880 },
] as const;
const NOTE_SECONDS = 0.35;
const LOUDNESS = 0.3;

/** Makes the sound ready. Browsers allow that only while a click or a key is being handled. */
export function unlockChime(): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume().catch(() => undefined);
}

/** Sounds the chime; resolves with whether it can be heard, as browsers keep a page silent that nobody has touched. */
export async function chime(): Promise<boolean> {
  if (typeof AudioContext === 'undefined' || navigator.userActivation?.hasBeenActive === false) return false;
  context ??= new AudioContext();
  // Where it is not allowed, resuming never settles.
  await Promise.race([context.resume().catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 500))]);
  if (context.state !== 'running') return false;
  for (const { at, pitch } of NOTES) playNote(context, context.currentTime + at, pitch);
  return true;
}

function playNote(on: AudioContext, start: number, pitch: number): void {
  const loudness = new GainNode(on, { gain: 0 });
  // A note that starts or ends at once clicks.
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
  const note = new OscillatorNode(on, { type: 'sine', frequency: pitch });
  note.connect(loudness).connect(on.destination);
  note.start(start);
  note.stop(start + NOTE_SECONDS);
  note.onended = () => loudness.disconnect();
}
