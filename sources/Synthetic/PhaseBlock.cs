namespace DbIngest.Sources.Synthetic;

/// <summary>
/// One phase during one block: voltage and current as straight lines over the rows, and the load's angle.
/// <see cref="MeterPhase.At"/> computes it, <see cref="MeterKernel{TRows}"/> evaluates it. Immutable.
/// </summary>
/// <param name="Voltage">V at row 0, without load.</param>
/// <param name="VoltageSlope">V per row.</param>
/// <param name="VoltageNoise">Largest deviation in V.</param>
/// <param name="Resistance">The line's voltage drop in V per A.</param>
/// <param name="Current">A at row 0.</param>
/// <param name="CurrentSlope">A per row.</param>
/// <param name="CosPhi">Power factor.</param>
/// <param name="SinPhi">Reactive factor; never negative, because the loads are inductive.</param>
internal readonly record struct PhaseBlock(
    double Voltage, double VoltageSlope, double VoltageNoise, double Resistance, double Current, double CurrentSlope,
        double CosPhi, double SinPhi)
{
    /// <summary>
    /// Returns the phase during an event: scales voltage, current and line resistance, so the line's drop by the factor squared.
    /// </summary>
    public PhaseBlock Scaled(double factor) => this with
    {
        Voltage = Voltage * factor,
        VoltageSlope = VoltageSlope * factor,
        VoltageNoise = VoltageNoise * factor,
        Resistance = Resistance * factor,
        Current = Current * factor,
        CurrentSlope = CurrentSlope * factor,
    };
}
