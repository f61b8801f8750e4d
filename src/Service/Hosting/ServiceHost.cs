using System.Text.Json.Serialization;
using DbIngest.Abstractions.Targets;
using DbIngest.Service.Http;
using DbIngest.Service.Observing;
using DbIngest.Service.Settings;
using DbIngest.Service.Stores;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.OpenApi;

namespace DbIngest.Service.Hosting;

/// <summary>
/// A running service: Kestrel, the routes, and the store behind them. <c>ServeVerb</c> starts one, and so does
/// <c>TrialServiceVerb</c>, the process that stands before a database in a trial through a service. Starting creates the table if
/// it is missing and deletes nothing. Disposing drains the service: it answers requests that have begun, for at most
/// <see cref="ServiceOptions.DrainTimeout"/>, and then closes the writers. The caller owns the target and disposes it afterwards.
/// </summary>
public sealed class ServiceHost : IDisposable
{
    private static readonly TimeSpan HeadersTimeout = TimeSpan.FromSeconds(15);

    private readonly WebApplication _app;
    private readonly ServiceState _state;
    private readonly ServedStore _store;
    private readonly ServiceInstruments _instruments;
    private readonly LedgerSweep? _sweep;
    private bool _isDrained;
    private bool _isDisposed;

    private ServiceHost(WebApplication app, ServiceState state, ServedStore store)
    {
        _app = app;
        _state = state;
        _store = store;
        _instruments = new ServiceInstruments(state.Metrics, state.Admission, () => state.Ready?.Work.Waiting ?? 0);
        _sweep = store.Promise == Promise.OnceByLedger ? new LedgerSweep(store.Work, state.Log) : null;
    }

    /// <summary>
    /// Names of the meters and activity sources of a service, for an exporter: one span per request, the durations of the web
    /// server, and the counts of the service.
    /// </summary>
    public static IReadOnlyList<string> Instruments { get; } =
        ["Microsoft.AspNetCore", "Microsoft.AspNetCore.Hosting", ServiceInstruments.Name];

    /// <summary>The address at which the service listens, with the actual port if the options asked for a free one.</summary>
    public Uri Address =>
        new(_app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());

    /// <summary>Explains in sentences how the store treats a request that a client sends again.</summary>
    public string PromiseMeaning => OperatorRoutes.Meaning(_store.Promise);

    /// <summary>Makes the table ready and starts the service.</summary>
    /// <param name="target">
    /// The store, which must stay open as long as the service. The table is created if it is missing. Nothing is deleted.
    /// </param>
    /// <param name="options">The checked options of the service.</param>
    /// <param name="cancellation">Cancels the preparation of the table and the start of the web server.</param>
    /// <exception cref="TargetException">The store cannot be used, or its table has another shape.</exception>
    /// <exception cref="IOException">The port is in use.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">The address cannot be listened on for another reason.</exception>
    public static ServiceHost Start(ITarget target, ServiceOptions options, CancellationToken cancellation = default)
    {
        var table = ServedStore.TableOf(target, options);
        target.Ensure(table, cancellation);
        var state = new ServiceState(options);
        var store = new ServedStore(target, options, table);
        try
        {
            state.Serve(store);
            var app = Build(state, store.Promise);
            try
            {
                app.StartAsync(cancellation).GetAwaiter().GetResult();
                return new ServiceHost(app, state, store);
            }
            catch
            {
                ((IDisposable)app).Dispose();
                throw;
            }
        }
        catch
        {
            store.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_isDisposed)
        {
            return;
        }

        _isDisposed = true;
        Drain();
        ((IDisposable)_app).Dispose();
        _sweep?.Dispose();
        _store.Dispose();
        _instruments.Dispose();
    }

    /// <summary>
    /// Refuses new requests and waits until those that have begun are answered, at most
    /// <see cref="ServiceOptions.DrainTimeout"/>. The instruments keep their last numbers until the service is disposed.
    /// </summary>
    public void Drain()
    {
        if (_isDrained)
        {
            return;
        }

        _isDrained = true;
        _state.Drain();
        using var limit = new CancellationTokenSource(_state.Options.DrainTimeout);
        _app.StopAsync(limit.Token).GetAwaiter().GetResult();
    }

    private static WebApplication Build(ServiceState state, Promise promise)
    {
        // Empty, so that no files, environment variables or arguments can configure the service beside its options.
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions
        {
            ApplicationName = "DbIngest.Service",

            // It reads no file there, and the current folder, which is the default, may be gone.
            ContentRootPath = AppContext.BaseDirectory,
        });
        builder.Services.AddSingleton<IHostLifetime, NoLifetime>();
        builder.Services.AddRouting();
        builder.Services.AddOpenApi(options => Describe(options, promise));

        // Otherwise the OpenAPI document allows numbers as texts, which bodies may not have.
        builder.Services.ConfigureHttpJsonOptions(json => json.SerializerOptions.NumberHandling = JsonNumberHandling.Strict);
        builder.WebHost.UseKestrelCore().UseKestrelHttpsConfiguration()
            .ConfigureKestrel(server => Configure(server, state.Options));
        var app = builder.Build();
        app.Use(next => new ServiceGuard(state) is var guard ? context => guard.Handle(context, next) : next);
        app.UseRouting();
        new RecordRoutes(state).Map(app);
        new InfluxRoutes(state).Map(app);
        new OperatorRoutes(state).Map(app);
        app.MapOpenApi();
        app.UseEndpoints(static _ => { });
        return app;
    }

    private static void Configure(KestrelServerOptions server, ServiceOptions options)
    {
        server.AddServerHeader = false;
        server.Limits.MaxRequestBodySize = options.BodyBytes;
        server.Limits.MaxConcurrentConnections = options.Clients;
        server.Limits.RequestHeadersTimeout = HeadersTimeout;
        server.Limits.Http2.MaxStreamsPerConnection = 1000;
        server.Listen(options.Listen, listen =>
        {
            listen.Protocols = options.IsHttp2 && options.Certificate is null ? HttpProtocols.Http2 : HttpProtocols.Http1AndHttp2;
            if (options.Certificate is { } certificate)
            {
                listen.UseHttps(https =>
                {
                    https.ServerCertificate = certificate;
                    https.ServerCertificateChain = options.CertificateChain;
                });
            }
            else if (!options.IsHttp2)
            {
                // Without TLS client and server cannot negotiate the version of HTTP.
                listen.Protocols = HttpProtocols.Http1;
            }
        });
    }

    private static void Describe(OpenApiOptions options, Promise promise)
    {
        options.AddDocumentTransformer((document, _, _) =>
        {
            document.Info = new OpenApiInfo
            {
                Title = "DbIngest service",
                Version = "v1",
                Description = "2xx: the store has acknowledged every record. " + OperatorRoutes.Meaning(promise)
                    + " 429, 502, 503 and 504 alone may be sent again. Refusals are problem documents (RFC 9457).",
            };
            return Task.CompletedTask;
        });
        options.AddOperationTransformer((operation, context, _) =>
        {
            foreach (var parameter in operation.Parameters?.OfType<OpenApiParameter>() ?? [])
            {
                parameter.Schema = new OpenApiSchema { Type = JsonSchemaType.Integer, Format = "int64" };
            }

            if (promise == Promise.OnceByLedger && context.Description is { HttpMethod: "POST", RelativePath: { } path }
                && path.StartsWith("v1/", StringComparison.Ordinal))
            {
                operation.Parameters = [.. operation.Parameters ?? [], KeyHeader()];
            }

            return Task.CompletedTask;
        });
    }

    private static OpenApiParameter KeyHeader() => new()
    {
        Name = IdempotencyKey.Header,
        In = ParameterLocation.Header,
        Description = "Names the request among those of its source. Send it again with the same key and the same content.",
        Schema = new OpenApiSchema { Type = JsonSchemaType.String, MinLength = 1, MaxLength = IdempotencyKey.Longest },
    };

    /// <summary>The verb decides when the service ends, not a signal.</summary>
    private sealed class NoLifetime : IHostLifetime
    {
        public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
    }
}
