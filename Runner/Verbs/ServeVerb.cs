using System.Net.Sockets;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Targets;
using DbIngest.Runner.Folders;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Processes;
using DbIngest.Runner.Telemetry;
using DbIngest.Service.Hosting;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Executes the verb <c>serve</c>: an HTTP service before one database, until the first SIGTERM, SIGHUP or Ctrl-C. Requests that
/// have begun are then still answered. <see cref="Verb.All"/> registers it. It creates a table that is missing and deletes
/// nothing but the records that clients ask it to delete.
/// </summary>
internal static class ServeVerb
{
    public static ExitCode Execute(ServeOptions options, Screen screen)
    {
        var request = new ServeRequestReader(Databases.With(options.Plugins), Environment.GetEnvironmentVariable).Read(options);
        screen.Scrubber.Add(request.Access.Secrets.Concat(request.Service.Keys.Select(key => key.Reveal())));
        using var interruption = new Interruption(
            () => screen.Remark("Stopping: requests that have begun are answered, new ones are not taken."));
        using var workFolder = WorkFolder.Create(options.WorkFolder, Path.GetTempPath());
        using var opening = new CancellationTokenSource();
        try
        {
            ITarget target;
            ServiceHost host;
            using (interruption.Token.Register(opening.Cancel))
            {
                target = Interruptible.Run(() => request.Definition.Open(OptionsOf(request, workFolder.Path, opening.Token)),
                    opening.Token);
                host = Start(target, request, screen, opening.Token);
            }

            using (target)
            using (host)
            using (ServiceTelemetry.Open(request.Otlp, screen.Remark))
            {
                Tell(request, host, screen);
                interruption.Token.WaitHandle.WaitOne();
                host.Drain();
            }

            return ExitCode.Done;
        }
        catch (TargetException exception) when (exception.IsUnreachable)
        {
            throw new UnavailableException($"{request.Definition.Name}: {exception.Message}", exception);
        }
        catch (TargetException exception)
        {
            throw new UsageException($"serve: {request.Definition.Name}: {exception.Message}");
        }
        catch (ArgumentException exception)
        {
            throw new UsageException($"serve: {exception.Message}");
        }
        catch (Exception exception) when (exception is IOException or SocketException)
        {
            // A port in use is an IOException. An address of another machine, or a port for root alone, is a SocketException.
            throw new UsageException($"--listen: {request.Service.Listen} cannot be listened on "
                + $"({exception.GetBaseException().Message.TrimEnd('.')}); choose another address or port.");
        }
    }

    private static ServiceHost Start(ITarget target, ServeRequest request, Screen screen, CancellationToken cancellation)
    {
        try
        {
            return ServiceHost.Start(target, request.Service with { Log = screen.Remark }, cancellation);
        }
        catch
        {
            target.Dispose();
            throw;
        }
    }

    private static TargetOptions OptionsOf(ServeRequest request, string workFolder, CancellationToken cancellation)
    {
        var common = new TargetOptions { WorkFolder = workFolder, Cancellation = cancellation };
        return request.Access.At(request.Access.For(request.Definition, common), request.Deployment) with
        {
            Client = request.Client.Name,
            Durability = request.Service.Contract.Name,
            Connections = request.Service.Connections + 2,
        };
    }

    private static void Tell(ServeRequest request, ServiceHost host, Screen screen)
    {
        var service = request.Service;
        screen.Result($"dbingest serves {service.Database} at {host.Address.ToString().TrimEnd('/')}");
        screen.Remark($"Durability {service.Contract.Name}: {service.Contract.Meaning}");
        screen.Remark(host.PromiseMeaning);
        screen.Remark($"Requests need {(service.Keys.Count > 0 ? "an API key" : "no key, from this machine alone")}. "
            + "SIGTERM or Ctrl-C ends the service.");
    }
}
