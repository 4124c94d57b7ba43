// The directory of many creators, where this room runs one.
import type { Feature } from '../feature.ts';
import { nexusConsole } from './console.ts';
import { nexusHandlers } from './handlers.ts';
import type { Nexus } from './nexus.ts';
import { addNexusPage } from './page-route.ts';

export const nexusFeature = (nexus: Nexus | undefined) =>
  ({
    handlers: nexusHandlers(nexus),
    console: nexusConsole(nexus !== undefined),
    ...(nexus && { addPages: (app, deps) => addNexusPage(app, { ...deps, nexus }) }),
  }) satisfies Feature;
