import { github } from './github.ts';
import type { Preset } from './preset.ts';
import { trello } from './trello.ts';

/** The trackers whose exports are read as they are, by the names of --from. */
export const presets = { github, trello } as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];
