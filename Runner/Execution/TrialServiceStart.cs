using DbIngest.Abstractions.Operations;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Plan;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Workers;
using DbIngest.Service.Settings;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Execution;

/// <summary>
/// Builds the command and the task with which a sweep starts its HTTP services: this program again, with the hidden verb
/// <c>trial-service</c>. <see cref="SweepSession"/> passes <see cref="Of"/> to <see cref="OpenTargets"/>, which needs it for
/// <c>--via service</c>. It starts nothing. A task may contain secrets, so it must not be logged.
/// </summary>
internal static class TrialServiceStart
{
    /// <summary>Returns how to start a service. Implements <see cref="ServiceStartFactory"/>.</summary>
    /// <param name="definition">The database.</param>
    /// <param name="options">The options with which the target was opened.</param>
    /// <param name="target">The open target.</param>
    /// <param name="key">The values of the target's points on the axes that open it.</param>
    /// <param name="isWarmedUp">
    /// True to warm up each service before its trial. Has no effect for a client that cannot delete what the warm-up writes.
    /// </param>
    public static ServiceStart Of(
        TargetDefinition definition, TargetOptions options, ITarget target, AxisValues key, bool isWarmedUp) => new(
        [
            .. ProgramCommand.Words, "trial-service",
            .. Databases.Plugins.Select(plugin => $"--plugin={plugin.File.Path}"), "--task",
        ],
        (table, port) => WorkerJson.Write(new ServiceTask
        {
            Database = definition.Name,
            Options = Databases.Attaching(definition, options, target.AttachEndpoint) with
            {
                Connections = ConnectionsOf(key, table) + 2,
                ServerLimits = null,
            },
            Values = table.Schema.Values,
            Sources = table.Sources,
            Lanes = table.Lanes,
            Connections = ConnectionsOf(key, table),
            Threads = ThreadsOf(key),
            IsIndexed = table.IsIndexed,
            HasTimeIndex = table.HasTimeIndex,
            BatchRecords = table.BatchRecords,
            Port = port,
            IsHttp2 = ServiceHttp.IsVersion2(key),
            CurrentFolder = Environment.CurrentDirectory,
        }),
        options.WorkFolder,
        options.ServerLimits,
        options.RequestTimeout)
        {
            Settings = SettingsOf(key),
            IsHttp2 = ServiceHttp.IsVersion2(key),
            IsWarmedUp = isWarmedUp
                && definition.Client(options.Client).Operations.HasFlag(RecordOperations.ReadsAndWrites),
        };

    private static int ConnectionsOf(AxisValues key, TrialTable table) =>
        SweepAxes.ServiceConnections.TryGet(key, out int connections) ? connections : table.Lanes;

    private static ThreadModel ThreadsOf(AxisValues key) => SweepAxes.ServiceThreads.TryGet(key, out string? name)
        ? Enum.Parse<ThreadModel>(name, ignoreCase: true)
        : ThreadModel.Queue;

    private static Dictionary<string, string> SettingsOf(AxisValues key)
    {
        // The service inherits the environment, and with it the runtime's variables for the limits of its thread pool. So the
        // limits of this process are those of the service.
        ThreadPool.GetMinThreads(out int least, out _);
        ThreadPool.GetMaxThreads(out int most, out _);
        return new(StringComparer.Ordinal)
        {
            ["service_store_connections"] = SweepAxes.ServiceConnections.TryGet(key, out int connections)
                ? FormattableString.Invariant($"{connections}")
                : "sources x in flight, as many as without the service",
            ["service_threads"] = ThreadsOf(key) switch
            {
                ThreadModel.Dedicated =>
                    $"dedicated: a kept thread per request, at most {ServiceOptions.MostRequestThreads}, blocking calls",
                ThreadModel.Pool => "pool: a thread of the runtime's pool per request, blocking calls",
                ThreadModel.Async => "async: asynchronous calls, no thread waits",
                _ => "queue: a thread per connection, blocking calls",
            },
            ["service_pool_threads"] = FormattableString.Invariant($"{least} at once, up to {most} by and by"),
        };
    }
}
