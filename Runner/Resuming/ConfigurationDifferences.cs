using System.Globalization;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Lists the differences between two configurations in the words of the command line. <see cref="Resumption"/> refuses any for
/// <c>--resume</c>, and <c>VerifyVerb</c> for a result folder. A new member of the configuration that decides figures must be
/// compared here.
/// </summary>
internal static class ConfigurationDifferences
{
    /// <summary>
    /// A fact of the workload that earlier versions counted otherwise: also over meters and readings that were left out. The
    /// facts <c>sha256</c> and <c>options</c> tell whether the records are the same.
    /// </summary>
    private const string RecountedFact = "espi_reading_quality";

    /// <summary>Compares configurations.</summary>
    /// <param name="stored">The configuration of the stored sweep.</param>
    /// <param name="now">The configuration requested now.</param>
    /// <returns>One text per difference.</returns>
    public static IReadOnlyList<string> Between(SweepConfiguration stored, SweepConfiguration now)
    {
        var found = new List<string>();
        void Compare(string name, object? before, object? after)
        {
            string was = Text(before);
            string isNow = Text(after);
            if (was != isNow)
            {
                found.Add($"{name} is {isNow}, and was {was}");
            }
        }

        Compare("--study", stored.Study, now.Study);
        // The endpoints are compared below, with their options.
        foreach (var axis in SweepAxes.TargetFirst.Where(axis => axis != SweepAxes.Options))
        {
            Compare("--" + axis.Option, Places(axis, stored), Places(axis, now));
        }

        // Older versions did not record the law. Their results have law 1.
        bool isMix = stored.Points.Any(point => point.Mix is not null);
        Compare("the law by which a mix draws its records", isMix ? stored.OperationLaw ?? 1 : null, isMix ? now.OperationLaw ?? 1
            : null);
        Compare("--trials", stored.TrialsPerBlock, now.TrialsPerBlock);
        Compare("--blocks", stored.Blocks, now.Blocks);
        Compare("--precision", Percent(stored.Precision), Percent(now.Precision));
        Compare("--max-trials", stored.MaxTrials, now.MaxTrials);
        Compare("--find", stored.Search, now.Search);
        Compare("--ab", stored.PairedBy, now.PairedBy);
        Compare("--warmup", stored.WarmUp, now.WarmUp);
        Compare("--rehearsal", stored.RehearsalS ?? now.RehearsalS, now.RehearsalS);
        Compare("--launcher", stored.Launcher, now.Launcher);
        Compare("--host-program", stored.HostProgram, now.HostProgram);
        Compare("--order", stored.Order, now.Order);
        Compare("--seed", stored.Seed, now.Seed);
        Compare("--confidence", stored.Confidence, now.Confidence);
        Compare("--retries", stored.Retries, now.Retries);
        Compare("--retry-delay", stored.RetryDelayS, now.RetryDelayS);
        foreach (var (database, retries) in stored.OwnRetries ?? new Dictionary<string, RetryDefault>())
        {
            Compare($"--retries of {database}", retries.Retries, now.OwnRetries?.GetValueOrDefault(database)?.Retries
                ?? now.Retries);
            Compare($"--retry-delay of {database}", retries.DelayS, now.OwnRetries?.GetValueOrDefault(database)?.DelayS
                ?? now.RetryDelayS);
        }

        Compare("--request-timeout", stored.RequestTimeoutS, now.RequestTimeoutS);
        Compare("the workload", stored.Workload, now.Workload);
        Facts("the workload's", WithoutRecounted(stored.WorkloadFacts), WithoutRecounted(now.WorkloadFacts), Compare);
        Facts("--endpoint of", stored.Endpoints, AsStored(stored.Endpoints, now.Endpoints), Compare);
        foreach (string name in (stored.Deployments?.Keys ?? []).Intersect(now.Deployments?.Keys ?? [], StringComparer.Ordinal))
        {
            Facts($"deployment {name}:", Keys(stored.Deployments![name]), Keys(now.Deployments![name]), Compare);
        }

        if (found.Count == 0 && !stored.Points.SequenceEqual(now.Points))
        {
            found.Add("the points are combined or ordered differently");
        }

        return found;
    }

    /// <summary>Returns the present endpoints, with the stored text where both texts name the same file.</summary>
    private static Dictionary<string, string> AsStored(
        IReadOnlyDictionary<string, string> stored, IReadOnlyDictionary<string, string> now) => now.ToDictionary(
            place => place.Key,
            place => stored.TryGetValue(place.Key, out string? was) && StoredPaths.IsSame(place.Key, was, place.Value) ? was
                : place.Value,
            StringComparer.Ordinal);

    private static Dictionary<string, string> WithoutRecounted(IReadOnlyDictionary<string, string> facts) =>
        facts.Where(fact => fact.Key != RecountedFact).ToDictionary(StringComparer.Ordinal);

    private static string? Percent(double? share) => share?.ToString("0.####%", CultureInfo.InvariantCulture);

    private static string Places(Axis axis, SweepConfiguration configuration) =>
        string.Join(',', configuration.Points.Select(point => axis.Text(point.Axes)).Distinct());

    private static Dictionary<string, string> Keys(JsonElement deployment) => deployment.EnumerateObject()
        .Where(key => key.Value.ValueKind != JsonValueKind.Null)
        .ToDictionary(key => key.Name, key => JsonSerializer.Serialize(key.Value, ResultJson.Default.JsonElement),
            StringComparer.Ordinal);

    private static void Facts(
        string name,
        IReadOnlyDictionary<string, string> stored,
        IReadOnlyDictionary<string, string> now,
        Action<string, object?, object?> compare)
    {
        foreach (string key in stored.Keys.Union(now.Keys, StringComparer.Ordinal))
        {
            compare($"{name} {key}", stored.GetValueOrDefault(key), now.GetValueOrDefault(key));
        }
    }

    private static string Text(object? value) => Convert.ToString(value, CultureInfo.InvariantCulture) is { Length: > 0 } text
        ? text : "none";
}
