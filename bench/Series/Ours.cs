using System.Globalization;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Pipeline;
using DbIngest.Core.Plan;

namespace DbIngest.Bench.Series;

/// <summary>
/// Writes the rows through the product's pipeline, generating them in the timed region. <see cref="InTurn"/> calls it for the
/// product's turns, and <see cref="Neo4jVariant"/> for its own.
/// </summary>
internal static class Ours
{
    /// <summary>Writes all rows into a prepared table.</summary>
    /// <param name="target">The target.</param>
    /// <param name="records">Records a source.</param>
    public static void Write(ITarget target, int records)
    {
        if (!SourceLayout.TryParse(Rows.Sources.ToString(CultureInfo.InvariantCulture), out var layout))
        {
            throw new InvalidOperationException("The sources are no layout.");
        }

        using var run = new IngestPipeline().Open(
            IngestRequest.Of(layout, records, Rows.Batch, RetryOptions.Default), target, Rows.Workload, CancellationToken.None);
        run.Start();
        if (run.Wait().Error is { } error)
        {
            throw new InvalidOperationException(error);
        }
    }
}
