using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Options;

namespace DbIngest.Runner.Opening;

/// <summary>
/// Adds two settings to those of a target, if options of the sweep decide them: the key of its table, and how the table stores
/// series. <see cref="OpenTargets"/> calls it for the target's description, which the manifest stores and <c>--resume</c>
/// compares. Other words would make <c>--resume</c> refuse sweeps of earlier versions.
/// </summary>
internal static class TableSettings
{
    /// <summary>Name of the setting that says how a table stores series. Stored in manifests: never rename it.</summary>
    public const string Series = "table_series";

    /// <summary>Returns a target's description with the settings of its table.</summary>
    /// <param name="request">The sweep.</param>
    /// <param name="definition">The target's database.</param>
    /// <param name="description">The target's own description.</param>
    /// <param name="key">The values on the axes that open the target.</param>
    public static TargetDescription AddTo(SweepRequest request, TargetDefinition definition, TargetDescription description,
        AxisValues key)
    {
        bool isByOption = SweepAxes.Index.TryGet(key, out string? index) || SweepAxes.Via.TryGet(key, out _)
            || request.On(SweepAxes.Freshness).Count > 0;
        string? tableKey = isByOption ? TableKey.Of(definition, index ?? TableIndex.Key, description.NoKeyReasons)
            : request.Mixes.Count > 0 ? TableKey.OfMix(definition) : null;
        string? series = request.On(SweepAxes.Series).Any(series => !series.IsNone)
            ? definition.Client(description.Client).SeriesAre : null;
        var settings = new Dictionary<string, string>(description.Settings, StringComparer.Ordinal);
        foreach (var (name, value) in ((string Name, string? Value)[])[(TableKey.Setting, tableKey), (Series, series)])
        {
            if (value is not null)
            {
                settings[name] = value;
            }
        }

        // Earlier versions wrote of databases without a unique key that they had one. Options alone decide the setting, those of
        // the endpoint included, and --resume compares them as well, so it need not compare the text.
        return description with
        {
            Settings = settings,
            ChangingSettings = isByOption && TableKey.HasKeyless(definition, description.NoKeyReasons)
                ? [.. description.ChangingSettings, TableKey.Setting] : description.ChangingSettings,
        };
    }
}
