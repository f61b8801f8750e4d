using System.Net;
using DbIngest.Abstractions.Records;
using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Workers;
using DbIngest.Service.Hosting;
using DbIngest.Service.Settings;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the hidden verb <c>trial-service</c>: the service of <c>serve</c> before the table of one trial, until SIGTERM.
/// <see cref="Verb.All"/> registers it, and <c>TrialServiceStart</c> says how a run starts it. The run creates the table
/// before and deletes it afterwards. This process never deletes a table. It deletes the file of its task at once, since the task
/// may hold a password.
/// </summary>
internal static class TrialServiceVerb
{
    private const int SpareClients = 16;

    public static ExitCode Execute(TrialServiceOptions options, Screen screen)
    {
        Databases.With(options.Plugins);
        using var interruption = new Interruption(static () => { });
        var task = WorkerJson.ReadService(File.ReadAllText(options.Task));

        // The file may hold a password and is not read again.
        File.Delete(options.Task);
        Directory.SetCurrentDirectory(task.CurrentFolder);
        var definition = Databases.Find(task.Database);
        try
        {
            using var target = definition.Open(task.Options with { Cancellation = interruption.Token });
            using var host = ServiceHost.Start(target, SettingsOf(task, definition, screen), interruption.Token);
            interruption.Token.WaitHandle.WaitOne();
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            // The trial ended while the service was starting.
        }
        catch (TargetException exception) when (exception.IsUnreachable)
        {
            throw new UnavailableException($"{task.Database}: {exception.Message}", exception);
        }
        catch (TargetException exception)
        {
            throw new UsageException($"{task.Database}: {exception.Message}");
        }

        return ExitCode.Done;
    }

    /// <summary>The settings of <c>serve</c>, with limits raised so that all lanes of the trial fit at once.</summary>
    private static ServiceOptions SettingsOf(ServiceTask task, TargetDefinition definition, Screen screen)
    {
        var schema = new RecordSchema(task.Values);
        var client = definition.Client(task.Options.Client);
        int body = checked((int)BatchBody.SizeOf(task.BatchRecords, schema.ValueCount));
        return new ServiceOptions
        {
            Database = definition.Name,
            Client = client.Name,
            TellsAbsence = client.TellsAbsence,
            Contract = definition.Contract(task.Options.Durability),
            Operations = client.Operations,
            Schema = schema,
            Listen = new IPEndPoint(IPAddress.Loopback, task.Port),
            Connections = task.Connections,
            IsHttp2 = task.IsHttp2,
            Threads = task.Threads,
            IsIndexed = task.IsIndexed,
            HasTimeIndex = task.HasTimeIndex,
            Sources = task.Sources,
            QueueRows = Math.Max(ServiceOptions.DefaultQueueRows, (long)task.Lanes * task.BatchRecords),
            QueueBytes = Math.Max(ServiceOptions.DefaultQueueBytes, (long)task.Lanes * body),
            BatchRecords = Math.Max(ServiceOptions.DefaultBatchRecords, task.BatchRecords),
            BodyBytes = Math.Max(ServiceOptions.DefaultBodyBytes, body),
            Clients = Math.Max(ServiceOptions.DefaultClients, task.Lanes + SpareClients),
            Log = screen.Remark,
        };
    }
}
