using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Resuming;

/// <summary>Names in what servers differ from those that a sweep was begun on.</summary>
internal static class TargetDifferences
{
    /// <summary>Compares targets, in their order.</summary>
    /// <param name="stored">Those of the manifest.</param>
    /// <param name="now">Those open now.</param>
    /// <returns>One text a difference; empty when they are alike.</returns>
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
                .Select(key => ($"the setting {key}", stored.Settings.GetValueOrDefault(key), now.Settings.GetValueOrDefault(key))),
        ];
        return facts
            .Where(f => f.Stored != f.Now)
            .Select(f => $"{stored.Database}: {f.Name} is {f.Now ?? "none"}, and was {f.Stored ?? "none"}");
    }
}
