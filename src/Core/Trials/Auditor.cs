using System.Diagnostics;
using System.Globalization;
using DbIngest.Abstractions.Audit;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Audit;
using DbIngest.Core.Results;

namespace DbIngest.Core.Trials;

/// <summary>
/// Audits a trial: proves that the database stores exactly what it acknowledged, by count, gaps, duplicates and a checksum of the
/// whole content per source. <see cref="TrialRunner"/>, <see cref="MixAudit"/>, <c>SourceProcess</c> and <c>VerifyVerb</c> call
/// it once the target is settled. It must change nothing in the database, and must never compare the database with itself: the
/// expected content comes from the workload alone. It waits as long as rows arrive, and gives up after 10 minutes or more without
/// progress.
/// </summary>
public static class Auditor
{
    /// <summary>
    /// Shortest time without progress after which the audit gives up reading. A private server may first have to recover.
    /// </summary>
    private static readonly TimeSpan LeastSilence = TimeSpan.FromMinutes(10);

    /// <summary>Audits a target whose sources all generated the same number of records.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="expected">Computes the expected content.</param>
    /// <param name="table">The table of the trial.</param>
    /// <param name="unacknowledged">For each source, the ranges that were not acknowledged.</param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    public static AuditResult Run(
        ITarget target,
        ExpectedContent expected,
        TrialTable table,
        IReadOnlyList<IReadOnlyList<SequenceRange>> unacknowledged,
        CancellationToken cancellation) =>
        Run(
            target,
            expected,
            table.Schema.ValueCount,
            [.. unacknowledged.Select(ranges => new SourceExtent(table.RecordsPerSource, ranges))],
            cancellation);

    /// <summary>Audits a target.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="expected">Computes the expected content.</param>
    /// <param name="valueCount">Values per record.</param>
    /// <param name="sources">For each source, what it tried to write.</param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <param name="share">The sources to audit, by default all.</param>
    /// <param name="requestTimeout">How long one request to the database may take, by default 90 s.</param>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    public static AuditResult Run(
        ITarget target,
        ExpectedContent expected,
        int valueCount,
        IReadOnlyList<SourceExtent> sources,
        CancellationToken cancellation,
        SourceShare? share = null,
        TimeSpan? requestTimeout = null) =>
        Run(
            target,
            valueCount,
            sources,
            source => expected.Checksum(source, sources[source], cancellation),
            cancellation,
            share,
            requestTimeout);

    /// <summary>Audits a target against computed checksums.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="valueCount">Values per record.</param>
    /// <param name="sources">For each source, what it tried to write.</param>
    /// <param name="checksum">Returns the expected checksum of a source. Called by several threads at once.</param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <param name="share">The sources to audit, by default all.</param>
    /// <param name="requestTimeout">How long one request to the database may take, by default 90 s.</param>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    public static AuditResult Run(
        ITarget target,
        int valueCount,
        IReadOnlyList<SourceExtent> sources,
        Func<int, ulong> checksum,
        CancellationToken cancellation,
        SourceShare? share = null,
        TimeSpan? requestTimeout = null) =>
        Run(
            target,
            new StoredContent(valueCount, sources) { Share = share ?? SourceShare.All },
            checksum,
            cancellation,
            requestTimeout);

    /// <summary>Audits a target with a given collection, which may inspect each row itself.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="stored">Receives the rows.</param>
    /// <param name="checksum">Returns the expected checksum of a source. Called by several threads at once.</param>
    /// <param name="cancellation">Cancels the audit.</param>
    /// <param name="requestTimeout">How long one request to the database may take, by default 90 s.</param>
    /// <param name="conclude">
    /// Called once all rows are read, before the comparison. It adds the findings of the collection to <c>stored</c>.
    /// </param>
    /// <exception cref="TargetException">The target could not be read, so there is no verdict.</exception>
    internal static AuditResult Run(
        ITarget target,
        StoredContent stored,
        Func<int, ulong> checksum,
        CancellationToken cancellation,
        TimeSpan? requestTimeout = null,
        Action? conclude = null)
    {
        long started = Stopwatch.GetTimestamp();
        var timeout = requestTimeout ?? TimeSpan.FromSeconds(90);
        Read(target, stored, 3 * timeout > LeastSilence ? 3 * timeout : LeastSilence, cancellation);
        cancellation.ThrowIfCancellationRequested();

        conclude?.Invoke();
        ulong[] checksums = new ulong[stored.Sources];
        Parallel.ForEach(Audited(stored), new ParallelOptions { CancellationToken = cancellation }, source =>
            checksums[source] = checksum(source));

        return Compare(stored, checksums, Stopwatch.GetElapsedTime(started).TotalSeconds);
    }

    /// <summary>Compares stored content with what must be stored. Asks no database.</summary>
    /// <param name="stored">The rows that the target returned. All partitions must be disposed.</param>
    /// <param name="checksums">The expected checksum of each source.</param>
    /// <param name="elapsedS">Seconds that the audit took, reading and computing checksums, for the result.</param>
    public static AuditResult Compare(StoredContent stored, IReadOnlyList<ulong> checksums, double elapsedS)
    {
        var sources = new List<SourceAudit>(stored.Sources);
        var findings = new List<string>();
        foreach (int source in Audited(stored))
        {
            sources.Add(CompareSource(source, stored.Tallies[source], checksums[source], findings));
        }

        findings.AddRange(stored.Findings);
        if (stored.ForeignRows > 0)
        {
            findings.Add(Say($"{stored.ForeignRows} rows have a source or sequence number that was never sent, or were deleted"));
        }

        return new AuditResult
        {
            Passed = findings.Count == 0,
            ElapsedS = elapsedS,
            ExpectedRecords = sources.Sum(s => s.Expected),
            StoredRecords = sources.Sum(s => s.Stored),
            MissingRecords = sources.Sum(s => s.Missing),
            DuplicateRecords = sources.Sum(s => s.Duplicates),
            ForeignRecords = stored.ForeignRows,
            RepeatedRecords = stored.Tallies.Any(t => t.Repeats is not null) ? sources.Sum(s => s.Repeated ?? 0) : null,
            UnacknowledgedRecords = stored.Tallies.Sum(t => t.UnacknowledgedRows),
            Sources = sources,
            Findings = findings,
        };
    }

    /// <summary>Lets a target read all that it stores, for as long as it makes progress.</summary>
    /// <param name="target">The settled target.</param>
    /// <param name="stored">Receives the rows.</param>
    /// <param name="silence">
    /// Longest time in which the target may read fewer than <see cref="StoredPartition.ProgressRows"/> rows. The watch looks once
    /// per this time.
    /// </param>
    /// <param name="cancellation">Cancels the reading.</param>
    /// <exception cref="TargetException">The target failed, or made no progress.</exception>
    internal static void Read(ITarget target, StoredContent stored, TimeSpan silence, CancellationToken cancellation)
    {
        using var reading = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        long before = -1;
        using var watch = new Timer(
            _ =>
            {
                long now = stored.RowsRead;
                if (now == before)
                {
                    try
                    {
                        reading.Cancel();
                    }
                    catch (ObjectDisposedException)
                    {
                        // The audit ended meanwhile: disposing a timer does not wait for its callback.
                    }
                }

                before = now;
            },
            null,
            silence,
            silence);
        try
        {
            target.Audit(stored, reading.Token);
        }
        catch (TooManyRowsException exception)
        {
            throw new TargetException(exception.Message, exception);
        }
        catch (Exception exception) when (reading.IsCancellationRequested && !cancellation.IsCancellationRequested)
        {
            throw new TargetException(
                Say($"The database gave back {stored.RowsRead} rows or a little more, and then fewer than {StoredPartition.ProgressRows} within {silence.TotalSeconds:0} s: it is not waited for."),
                exception);
        }
    }

    private static IEnumerable<int> Audited(StoredContent stored) => Enumerable.Range(0, stored.Sources)
        .Where(stored.Share.Contains);

    private static SourceAudit CompareSource(int source, SourceTally tally, ulong checksum, List<string> findings)
    {
        long expected = tally.Expected;
        long missing = expected - tally.Seen.CountMarked();
        if (missing > 0)
        {
            findings.Add(Say($"source {source}: {missing} acknowledged records are missing, the first is {FirstMissing(tally)}"));
        }

        if (tally.Duplicates > 0)
        {
            findings.Add(Say($"source {source}: {tally.Duplicates} records are stored more than once"));
        }

        long unrepeated = Unrepeated(tally, out long firstUnrepeated);
        if (missing == 0 && unrepeated > 0)
        {
            findings.Add(Say(
                $"source {source}: {unrepeated} records that were sent twice are stored once, though the database keeps both, the first is {firstUnrepeated}"));
        }

        if (missing == 0 && unrepeated == 0 && tally.Duplicates == 0 && tally.Checksum != checksum)
        {
            findings.Add(Say(
                $"source {source}: the content differs from what was sent (checksum {Hex(tally.Checksum)}, expected {Hex(checksum)})"));
        }

        return new SourceAudit
        {
            Source = source,
            Expected = expected,
            Stored = tally.Rows,
            Missing = missing,
            Duplicates = tally.Duplicates,
            Repeated = tally.Repeats is null ? null : tally.RepeatedRows,
            ChecksumExpected = Hex(checksum),
            ChecksumStored = Hex(tally.Checksum),
        };
    }

    /// <summary>
    /// Counts the records whose two sendings were acknowledged but that have one row, in a database that keeps both sendings.
    /// </summary>
    private static long Unrepeated(SourceTally tally, out long first)
    {
        first = -1;
        long lacking = 0;
        foreach (var range in tally.Repeats?.StoredTwice(tally.Extent.Records, tally.Unacknowledged) ?? [])
        {
            for (long sequence = range.First; sequence < range.First + range.Count; sequence++)
            {
                bool lacks = !tally.SeenTwice!.IsMarked(sequence);
                first = lacks && lacking == 0 ? sequence : first;
                lacking += lacks ? 1 : 0;
            }
        }

        return lacking;
    }

    private static long FirstMissing(SourceTally tally)
    {
        long first = tally.Seen.FirstUnmarked(0);
        while (tally.IsUnacknowledged(first) || !tally.MustBeThere(first))
        {
            first = tally.Seen.FirstUnmarked(first + 1);
        }

        return first;
    }

    private static string Hex(ulong value) => value.ToString("x16", CultureInfo.InvariantCulture);

    private static string Say(FormattableString text) => FormattableString.Invariant(text);
}
