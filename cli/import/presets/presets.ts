import { asana } from './asana.ts';
import { azureDevops } from './azure-devops.ts';
import { beads } from './beads.ts';
import { canny } from './canny.ts';
import { clickup } from './clickup.ts';
import { featurebase } from './featurebase.ts';
import { fider } from './fider.ts';
import { github } from './github.ts';
import { jira } from './jira.ts';
import { linear } from './linear.ts';
import { monday } from './monday.ts';
import { notion } from './notion.ts';
import { pivotal } from './pivotal.ts';
import { plane } from './plane.ts';
import type { Preset } from './preset.ts';
import { rally } from './rally.ts';
import { redmine } from './redmine.ts';
import { shortcut } from './shortcut.ts';
import { trello } from './trello.ts';

/** The trackers whose exports are read as they are, by the names of --from. */
export const presets = {
  jira,
  linear,
  github,
  trello,
  asana,
  shortcut,
  plane,
  pivotal,
  redmine,
  'azure-devops': azureDevops,
  clickup,
  monday,
  notion,
  rally,
  beads,
  fider,
  canny,
  featurebase,
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];
