// Small sounds for moves, captures, the end of a game and what a player should look at, made here. Off unless somebody turns them on.

const SOUNDS = {
  move: [[420, 0, 0.05]],
  capture: [[420, 0, 0.05], [240, 0.07, 0.09]],
  turn: [[523, 0, 0.1], [659, 0.12, 0.15]],
  low: [[880, 0, 0.08], [880, 0.14, 0.08]],
  end: [[440, 0, 0.12], [554, 0.13, 0.12], [659, 0.26, 0.25]],
};
const LOUDNESS = 0.18;
let context = null;

/** Play a sound by its name; where there is no audio, or it is not allowed yet, nothing happens. */
export function playSound(name) {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
    for (const [pitch, delay, length] of SOUNDS[name]) beep(pitch, context.currentTime + delay, length);
  } catch {
    context = null;
  }
}

function beep(pitch, at, length) {
  const tone = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  const volume = new GainNode(context, { gain: LOUDNESS });
  volume.gain.setTargetAtTime(0, at + length / 2, length / 4);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + 2 * length);
}
