using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Workers;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Execution;

/// <summary>
/// Says how a sweep starts its HTTP services: this program again, with the hidden verb <c>trial-service</c>.
/// <see cref="SweepSession"/> hands it to the targets of <c>--via service</c>.
/// </summary>
internal static class TrialServices
{
    /// <inheritdoc cref="StartOfService"/>
    public static ServiceStart StartOf(TargetDefinition definition, TargetOptions options, ITarget target) => new(
        [
            .. ProgramCommand.Words, "trial-service",
            .. Databases.Plugins.Select(plugin => $"--plugin={plugin.File.Path}"), "--task",
        ],
        (table, port) => WorkerJson.Write(new ServiceTask
        {
            Database = definition.Name,
            Options = Databases.Attaching(definition, options, target.AttachEndpoint) with
            {
                Connections = table.Lanes + 2,
                ServerLimits = null,
            },
            Values = table.Schema.Values,
            Sources = table.Sources,
            Lanes = table.Lanes,
            BatchRecords = table.BatchRecords,
            Port = port,
            CurrentFolder = Environment.CurrentDirectory,
        }),
        options.WorkFolder,
        options.ServerLimits,
        options.RequestTimeout);
}
