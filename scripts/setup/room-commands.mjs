// The commands that build, run and maintain a room: arguments, help and exit codes.
import { contentOption } from './content-commands.mjs';

export const roomCommands = /** @type {const} */ ({
  start: {
    summary: 'Serves the room, reads its feeds and builds it.',
    options: {},
    details: 'The last release is served immediately. The server restarts after a crash.',
    exitCodes: {
      0: 'the room was stopped',
      1: 'there is nothing to serve; see the lines above',
      78: 'the settings or the port are not valid',
    },
  },
  build: {
    summary: 'Builds the room from the content folder and switches to the new release.',
    options: {
      rollback: {
        type: 'boolean',
        doc: 'publish this content although the room has already served newer content',
      },
    },
    details: 'Skipped if the live release already has this content. If the build fails, the live release stays.',
    exitCodes: { 0: 'the release is live', 1: 'the build failed; see the lines above' },
  },
  publish: {
    summary: 'Sends the changed files of the live release to the places in PUBLISH_TO.',
    options: {},
    details:
      'Call it again to continue after an interruption. Pages are sent after the files that they need, deletions last.',
    exitCodes: {
      0: 'everything is published',
      1: 'publishing failed; see the line above. The previous version stays online',
    },
  },
  'deploy-files': {
    summary: 'Writes systemd units for this room, with its paths, user and port.',
    options: {
      to: {
        type: 'string',
        value: 'FOLDER',
        doc: 'folder for the units (default: deploy in the folder of the room)',
      },
      ...contentOption,
    },
    details:
      'greenroom.service runs the room. If PUBLISH_TO names nginx or caddy, a second unit reloads it when its rules change. Copy the units to /etc/systemd/system, then run: systemctl daemon-reload && systemctl enable --now greenroom greenroom-nginx.path',
    exitCodes: { 0: 'the units are written', 1: 'a path or setting cannot be used in a unit; see the line above' },
  },
  'sign-in': {
    summary: 'Prints a link that signs you in to the console once. It expires after a day.',
    options: {},
    details: 'Works while the room runs. Your password and passkeys do not change.',
    exitCodes: { 0: 'the link is printed', 1: 'the database cannot be opened' },
  },
  doctor: {
    summary: 'Checks everything that the room depends on, and says what to do.',
    options: {
      only: { type: 'string', value: 'NAME,NAME', doc: 'run only these checks' },
      try: {
        type: 'boolean',
        doc: 'also create an invoice, report the room to its Nexus, and transcribe a sentence',
      },
      json: { type: 'boolean', doc: 'print one JSON document' },
    },
    details:
      'Checks settings, content, feeds, release, database, backups, disk, clock, wallet, Nexus and transcription. Changes nothing, except with --try.',
    exitCodes: {
      0: 'no problems; there may be advice',
      1: 'something does not work',
      3: 'something needs attention soon: an old backup, little disk space, a feed that was never read',
    },
  },
  backup: {
    summary: 'Copies content, database and greenroom.env, and verifies the copy. The room can keep running.',
    examples: [
      ['', 'copies to a new folder in BACKUP_DIR and deletes old ones as BACKUP_DAILY and BACKUP_WEEKLY say'],
      ['FOLDER', 'copies to FOLDER, which must not exist'],
    ],
    operands: 'FOLDER',
    options: {},
    details: 'The backup contains passwords and personal data. Store it in a safe place.',
    exitCodes: { 0: 'the backup is complete and verified', 1: 'the backup failed' },
  },
  restore: {
    summary: 'Replaces content and database with a backup. Stop the room first.',
    operands: 'FOLDER',
    options: {},
    details: 'The replaced files are kept next to the new ones. CONTENT_DIR and DATA_DIR set the destination.',
    exitCodes: { 0: 'the backup is restored', 1: 'the backup is damaged or the room is running; nothing was changed' },
  },
  upgrade: {
    summary: 'Upgrades this clone. A test run comes first, and the old version returns if the new one fails.',
    examples: [
      ['', 'upgrades to the newest commit of the upstream branch'],
      ['--to v0.4.0', 'upgrades to a tag, a commit, or a branch such as origin/next'],
      ['--try', 'stops before the switch'],
      ['--back', 'returns to the version before the last upgrade'],
    ],
    options: {
      to: { type: 'string', value: 'VERSION', doc: 'a tag, a commit, or a branch such as origin/next' },
      try: { type: 'boolean', doc: 'install, build and migrate a copy, and change nothing' },
      back: { type: 'boolean', doc: 'return to the version before the last upgrade; newer data stays' },
    },
    details:
      'Makes a backup, installs the packages next to the old ones, builds a copy of the room with the new version and migrates a copy of its database. Then the room restarts on the new version. If that is not ready in time, the old version starts again.',
    exitCodes: { 0: 'the new version runs', 1: 'the upgrade failed and nothing has changed; see the lines above' },
  },
  licences: {
    summary: 'Prints the licences of all packages that a room uses, with their texts.',
    options: {},
    exitCodes: { 0: 'the licences are printed', 1: 'this is a package, where the licences are files in its folder' },
  },
  serve: {
    summary: 'Serves the live release without reading feeds first.',
    options: {},
    details: 'Builds only if there is no release for the address of the room. The server restarts after a crash.',
    exitCodes: {
      0: 'the room was stopped',
      1: 'there is nothing to serve; see the lines above',
      78: 'the settings or the port are not valid',
    },
  },
});
