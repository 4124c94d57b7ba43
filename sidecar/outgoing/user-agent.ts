// Who asks, for the log of whoever is asked.
import program from '../../package.json' with { type: 'json' };

export const userAgent = (baseUrl: string): string => `Greenroom/${program.version} (+${baseUrl})`;
