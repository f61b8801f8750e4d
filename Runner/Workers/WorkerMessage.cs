using System.Text.Json.Serialization;
using DbIngest.Abstractions.Resources;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Workers;

/// <summary>What a source process and its parent say to each other: one JSON object a line, over the child's standard streams.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(OpenTask), "open")]
[JsonDerivedType(typeof(StartAt), "start")]
[JsonDerivedType(typeof(Stop), "stop")]
[JsonDerivedType(typeof(Hello), "hello")]
[JsonDerivedType(typeof(ClockQuestion), "clock")]
[JsonDerivedType(typeof(ClockAnswer), "clock_is")]
[JsonDerivedType(typeof(StillHere), "still_here")]
[JsonDerivedType(typeof(Ready), "ready")]
[JsonDerivedType(typeof(Heartbeat), "heartbeat")]
[JsonDerivedType(typeof(Finished), "finished")]
[JsonDerivedType(typeof(AuditTask), "audit")]
[JsonDerivedType(typeof(Audited), "audited")]
[JsonDerivedType(typeof(Failed), "failed")]
internal abstract record WorkerMessage;

/// <summary>To the child: the sources may go at this moment of the monotonic clock of the child's machine.</summary>
internal sealed record StartAt(long Timestamp) : WorkerMessage;

/// <summary>To the child: end at the next batch of each source.</summary>
internal sealed record Stop : WorkerMessage;

/// <summary>From the child on another host, first of all: what it is, and where it runs.</summary>
/// <param name="Build">What tells this build of the program from others.</param>
/// <param name="TicksPerS">Ticks a second of its monotonic clock.</param>
/// <param name="Environment">Its host.</param>
internal sealed record Hello(string Build, long TicksPerS, EnvironmentInfo Environment) : WorkerMessage;

/// <summary>To the child: what does your clock show?</summary>
internal sealed record ClockQuestion : WorkerMessage;

/// <summary>From the child, at once.</summary>
/// <param name="Received">When the question arrived.</param>
/// <param name="Answered">When the answer left.</param>
internal sealed record ClockAnswer(long Received, long Answered) : WorkerMessage;

/// <summary>To the child on another host, every few seconds: its parent lives. Without it a child behind a cut link would stay for ever.</summary>
internal sealed record StillHere : WorkerMessage;

/// <summary>From the child: every source and writer is open.</summary>
internal sealed record Ready : WorkerMessage;

/// <summary>From the child, several times a second: it is alive.</summary>
/// <param name="AcknowledgedRecords">So many records are acknowledged; null outside of a trial.</param>
/// <param name="Used">What it has used in this trial, where it is on another host; else its parent reads that.</param>
internal sealed record Heartbeat(long? AcknowledgedRecords, ResourceReading? Used = null) : WorkerMessage;

/// <summary>From the child: every source has ended and every writer is closed.</summary>
/// <param name="Outcome">What became of the ingestion.</param>
/// <param name="Used">What it used from the common start to its last acknowledgement, where it is on another host.</param>
/// <param name="Machine">What else its host did meanwhile, likewise.</param>
internal sealed record Finished(IngestOutcome Outcome, ResourceReading? Used = null, MachineUse? Machine = null) : WorkerMessage;

/// <summary>From the child: what is stored of its share of the sources.</summary>
internal sealed record Audited(AuditResult Result) : WorkerMessage;

/// <summary>From the child: it could not open what it was asked to.</summary>
internal sealed record Failed(string Message, bool IsUnreachable, string? Details = null) : WorkerMessage;
