/// <reference types="astro/client" />

/** What a build hands to the pages that it renders. */
declare namespace App {
  interface Locals {
    plan: import('./build/plan.ts').Plan;
  }
}
