using DbIngest.Core.Plan;
using DbIngest.Core.Results;
using DbIngest.Core.Targets;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Resuming;

/// <summary>Makes sure that what goes on is what was begun: each difference is named, and one is enough to refuse.</summary>
internal static class Resumption
{
    /// <summary>The arguments of a stored sweep with those of the present command on top.</summary>
    /// <typeparam name="T">The verb's options.</typeparam>
    /// <param name="verb">The verb that reads them.</param>
    /// <param name="manifest">The stored sweep.</param>
    /// <param name="arguments">The arguments of the present command, in one form.</param>
    /// <returns>The options of both.</returns>
    public static T Merge<T>(string verb, Manifest manifest, IReadOnlyList<string> arguments)
    {
        var names = arguments.Select(NameOf).ToHashSet(StringComparer.Ordinal);
        return (T)CommandReader.Bind([verb, .. arguments, .. manifest.Arguments.Where(a => !names.Contains(NameOf(a)))]);
    }

    /// <summary>Refuses a configuration that is not the stored one.</summary>
    /// <exception cref="UsageException">With one line for each difference.</exception>
    public static void CheckConfiguration(string folder, SweepConfiguration stored, SweepConfiguration now) =>
        Refuse(folder, ConfigurationDifferences.Between(stored, now));

    /// <summary>Refuses an environment in which figures would not be comparable with the stored ones.</summary>
    /// <exception cref="UsageException">With one line for each difference.</exception>
    public static void CheckEnvironment(string folder, Manifest stored, EnvironmentInfo environment, IReadOnlyList<TargetDescription> targets) =>
        Refuse(folder, [.. EnvironmentDifferences.Between(stored.Environment, environment), .. TargetDifferences.Between(stored.Targets, targets)]);

    private static string NameOf(string argument) => argument.Split('=')[0];

    private static void Refuse(string folder, IReadOnlyList<string> differences)
    {
        if (differences.Count > 0)
        {
            throw new UsageException(
                [.. differences.Select(d => $"--resume: {d}."), $"{folder} was begun otherwise: restore that, or begin a new sweep without --resume."]);
        }
    }
}
