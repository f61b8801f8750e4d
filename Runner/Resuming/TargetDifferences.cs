using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Resuming;

/// <summary>
/// Lists differences between the servers of a stored sweep and those open now: versions, placement, settings except those that
/// trials change. <see cref="Resumption"/> refuses any for <c>--resume</c>.
/// </summary>
internal static class TargetDifferences
{
    /// <summary>Compares targets pairwise.</summary>
    /// <param name="stored">The targets in the manifest.</param>
    /// <param name="now">The open targets in the same order. Targets without a counterpart are not compared.</param>
    /// <returns>One text per difference.</returns>
    public static IReadOnlyList<string> Between(IReadOnlyList<TargetDescription> stored, IReadOnlyList<TargetDescription> now) =>
        [.. stored.Zip(now).SelectMany(pair => Between(pair.First, pair.Second))];

    private static IEnumerable<string> Between(TargetDescription stored, TargetDescription now)
    {
        (string Name, string? Stored, string? Now)[] facts =
        [
            ("the server", stored.ServerVersion, now.ServerVersion),
            ("the driver", stored.DriverVersion, now.DriverVersion),
            ("the placement", stored.Placement, now.Placement),
            ("the configuration", stored.Configuration, now.Configuration),
            .. stored.Settings.Keys.Union(now.Settings.Keys, StringComparer.Ordinal)
                .Except(now.ChangingSettings, StringComparer.Ordinal)
                .Select(key => ($"the setting {key}", stored.Settings.GetValueOrDefault(key),
                    now.Settings.GetValueOrDefault(key))),
        ];
        return facts
            .Where(f => f.Stored != f.Now)
            .Select(f => $"{stored.Database}: {f.Name} is {f.Now ?? "none"}, and was {f.Stored ?? "none"}");
    }
}
