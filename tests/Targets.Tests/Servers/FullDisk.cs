using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Results;
using DbIngest.Targets.Tests.Cassandra;

namespace DbIngest.Targets.Tests.Servers;

/// <summary>A trial whose private server has no room any more in the middle of it, and one after it, with room again.</summary>
internal static class FullDisk
{
    private const long RoomLeft = 128 * 1024;

    private static readonly RetryOptions Brief = new(2, TimeSpan.FromMilliseconds(300));

    /// <summary>Runs both: the first has no figure, the second is complete.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="endpoint">The options of its server.</param>
    /// <param name="records">Records of each of the 8 sources; half of them do not fit.</param>
    /// <param name="patient">Whether requests may take as long as they may by default: the trial is then not to wait for one that
    /// a full disk holds up.</param>
    public static void Run(TargetDefinition definition, string endpoint, int records, bool patient = false)
    {
        using var disk = SmallDisk.Mount();
        using var target = definition.Open(
            new TargetOptions
            {
                WorkFolder = disk.Path,
                Endpoint = endpoint,
                RequestTimeout = TimeSpan.FromSeconds(patient ? 90 : 20)
            });
        long started = Stopwatch.GetTimestamp();

        var full = DisturbedTrial.Run(target, records, () => disk.Fill(RoomLeft), Brief, definition.Timestamps);

        // Batches may all be acknowledged, and then not be applied to the table; or the server may have nothing to say any more.
        full.Status.ShouldNotBe(TrialStatus.Complete);
        full.Error.ShouldNotBeNull();
        (!patient || !full.Error.Contains("time", StringComparison.Ordinal)).ShouldBeTrue(full.Error);
        (full.Audit?.DuplicateRecords ?? 0).ShouldBe(0);
        Stopwatch.GetElapsedTime(started).ShouldBeLessThan(TimeSpan.FromMinutes(4), full.Error);
        disk.Free();
        var after = DisturbedTrial.Run(target, 500, static () => { }, timestamps: definition.Timestamps);
        after.Status.ShouldBe(TrialStatus.Complete,
            $"{after.Error} {string.Join("; ", after.Audit?.Findings ?? [])}; before: {full.Error}");
    }
}
